/** A word that stands in nearly every text that is sent, and must come back in no error and no log entry. */
export const MARKER = 'mark7f3ac0de'

/** A conversation of the client's in which it never says anything. */
export const QUIET_SESSION = 'quiet'
