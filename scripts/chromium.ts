/** Sees to it that tests find a browser, before they begin: two of them at once would unpack it on top of each other. */
import { chromiumProgram } from './browser/chromium.js'

await chromiumProgram()
