/**
 * A terminal emulator within the policy of the page, which forbids style elements and style attributes that are written
 * as text; both are allowed as objects. So a style element that is made here is a constructed sheet, and a style
 * attribute goes through the element's own style.
 */

/** Runs something that makes style elements. Returns what takes their sheets away again. */
export function withinPolicy(document: Document, make: () => void): () => void {
  setStylesAsObjects()
  const sheets: CSSStyleSheet[] = []
  const createElement = document.createElement
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    if (name !== 'style') return createElement.call(document, name, options)
    const sheet = new CSSStyleSheet()
    sheets.push(sheet)
    return sheetElement(createElement.call(document, 'span'), sheet)
  }
  try {
    make()
  } finally {
    document.createElement = createElement
  }
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, ...sheets]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(sheet => !sheets.includes(sheet))
  }
}

/** Stands where the style element would and shows nothing: what is written into it is written into the sheet. */
function sheetElement(element: HTMLElement, sheet: CSSStyleSheet): HTMLElement {
  let text = ''
  element.hidden = true
  Object.defineProperty(element, 'textContent', {
    get: () => text,
    set: (value: string) => {
      text = value
      sheet.replaceSync(value)
    },
  })
  return element
}

let isSet = false

// For the whole page, and the same for everybody else: rows of a terminal are made one by one, for as long as it lives.
function setStylesAsObjects(): void {
  if (isSet) return
  isSet = true
  const { setAttribute } = Element.prototype
  HTMLElement.prototype.setAttribute = function (this: HTMLElement, name: string, value: string): void {
    if (name === 'style') this.style.cssText = value
    else setAttribute.call(this, name, value)
  }
}
