/** A page: the whole conversation, to go through. */

export interface BrowsePage {
  readonly is: 'browse'
}
