/** As much of a document as the page needs, for tests without a browser. It has no way to make markup out of text. */

type Listener = (event: Record<string, unknown>) => void

export class FakeElement {
  readonly tag: string
  readonly children: FakeElement[] = []
  readonly attributes = new Map<string, string>()
  readonly style: Record<string, string> = {}
  readonly #listeners = new Map<string, Listener[]>()
  parent: FakeElement | undefined
  className = ''
  hidden = false
  open = false
  value = ''
  scrollTop = 0
  clientHeight = 440
  #text = ''

  constructor(tag: string) {
    this.tag = tag
  }

  set innerHTML(_: string) {
    throw new Error('text must never become markup')
  }

  set textContent(text: string) {
    this.children.length = 0
    this.#text = String(text)
  }

  get textContent(): string {
    return this.#text + this.children.map(child => child.textContent).join('')
  }

  append(child: FakeElement): void {
    child.parent = this
    this.children.push(child)
  }

  replaceChildren(...children: readonly FakeElement[]): void {
    this.textContent = ''
    for (const child of children) this.append(child)
  }

  remove(): void {
    const at = this.parent?.children.indexOf(this) ?? -1
    if (at >= 0) this.parent?.children.splice(at, 1)
  }

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value)
  }

  focus(): void {}

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener])
  }

  fire(type: string, event: Record<string, unknown> = {}): void {
    for (const listener of this.#listeners.get(type) ?? [])
      listener({ target: this, preventDefault: () => {}, ...event })
  }

  /** Itself and everything in it. */
  *all(): Generator<FakeElement> {
    yield this
    for (const child of this.children) yield* child.all()
  }
}

/** The elements of a page by their ids, and what its script may use. */
export function openPage(html: string): { readonly byId: (id: string) => FakeElement; run(): void } {
  const elements = new Map<string, FakeElement>()
  for (const [, tag = '', id = ''] of html.matchAll(/<([a-z]+)[^>]*? id="([\w-]+)"/g))
    elements.set(id, new FakeElement(tag))
  for (const [, id = '', json = ''] of html.matchAll(
    /<script type="application\/json" id="(\w+)">(.*?)<\/script>/gs,
  )) {
    const block = elements.get(id)
    if (block !== undefined) block.textContent = json
  }
  const byId = (id: string): FakeElement => {
    const found = elements.get(id)
    if (found === undefined) throw new Error(`there is no element ${id}`)
    return found
  }
  const [, script = ''] = /<script>(.*)<\/script>/s.exec(html) ?? []
  const page = new FakeElement('document')
  const fake = Object.assign(page, {
    createElement: (tag: string) => new FakeElement(tag),
    getElementById: (id: string) => elements.get(id),
  })
  return {
    byId,
    run: () => new Function('document', 'window', script)(fake, new FakeElement('window')),
  }
}
