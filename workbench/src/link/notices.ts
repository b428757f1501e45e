/** What came of something, told where it belongs: in its conversation, or for a while beside them all. */

import type { WorkbenchStore } from '../state/store.js'
import type { Notice } from '../state/workbench.js'
import { toSentence } from './failure.js'
import type { LiveTalk } from './live-talk.js'

const SHOWN_MILLISECONDS = 10_000
const MOST_NOTICES = 5

export class Notices {
  readonly #store: WorkbenchStore
  #last = 0

  constructor(store: WorkbenchStore) {
    this.#store = store
  }

  /** Tells why something came to nothing. */
  fail(error: unknown, talk?: LiveTalk): void {
    const text = toSentence(error)
    if (talk?.desk.isShown) talk.desk.remark('error', text)
    else this.#add({ id: `notice ${++this.#last}`, tone: 'error', text })
  }

  tell(text: string, offer?: Notice['offer']): void {
    const id = `notice ${++this.#last}`
    const act = (): void => {
      // What was taken up is no offer any more.
      this.#remove(id)
      offer?.act()
    }
    this.#add({ id, tone: 'info', text, offer: offer && { ...offer, act } })
  }

  #add(notice: Notice): void {
    const { notices = [] } = this.#store.getState()
    this.#store.setState({ notices: [...notices, notice].slice(-MOST_NOTICES) })
    setTimeout(() => this.#remove(notice.id), SHOWN_MILLISECONDS)
  }

  #remove(id: string): void {
    const { notices = [] } = this.#store.getState()
    this.#store.setState({ notices: notices.filter(each => each.id !== id) })
  }
}
