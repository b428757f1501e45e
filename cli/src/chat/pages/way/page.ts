/** A page: one way to sign in, whole. It is gone from here, once its end was seen. */

export interface WayPage {
  readonly is: 'way'
  /** Its number. */
  readonly digit: number
  /** How many lines are above the screen. */
  readonly top: number
  /** Since when it is there. */
  readonly since: number
}
