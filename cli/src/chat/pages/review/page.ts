/** A page: what the last turn changed, file by file. */

export interface ReviewPage {
  readonly is: 'review'
}
