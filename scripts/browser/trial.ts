/** One visit of a browser: a page that may come, by hand and through the library, and then one of another origin. */
import { browse } from './chromium.js'
import { Forecourt } from './forecourt.js'
import { serve } from './gateway.js'

export interface Visit {
  readonly visitor: unknown
  readonly stranger: unknown
  readonly refusals: readonly string[]
}

export interface VisitOptions {
  readonly chromium: string
  readonly patienceMilliseconds: number
  /** The control: the second page is of the gateway's own origin, and so is let in; the page before it only logs in. */
  readonly letsStrangersIn?: boolean | undefined
}

export async function visit(options: VisitOptions): Promise<Visit> {
  await using own = await Forecourt.open(true)
  await using other = await Forecourt.open(false)
  await using served = await serve({ hosts: [own.host], origins: [own.origin] })
  own.gateway = served
  const home = options.letsStrangersIn ? own : other
  const next = page(home, 'stranger', { targets: [own.origin, served.url] })
  const first = page(own, 'index', {
    ticket: await served.ticket(),
    cwd: served.cwd,
    next,
    isBrief: options.letsStrangersIn,
  })
  await using browser = browse(options.chromium, first)
  const late = new Promise<never>((_, reject) => {
    const explain = (): void => reject(new Error(`the pages did not report: ${browser.said().slice(-2_000)}`))
    setTimeout(explain, options.patienceMilliseconds).unref()
  })
  const visitor = await Promise.race([own.reported, late])
  if (isFailure(visitor)) throw new Error(visitor.failure)
  const stranger = await Promise.race([home === own ? own.reportedNext : other.reported, late])
  return { visitor, stranger, refusals: served.refusals() }
}

/** What a page needs to know stands behind the #: no server hears it. */
function page({ origin }: Forecourt, name: string, words: object): string {
  return `${origin}/pages/${name}.html#${encodeURIComponent(JSON.stringify(words))}`
}

function isFailure(report: unknown): report is { readonly failure: string } {
  return typeof report === 'object' && report !== null && 'failure' in report
}
