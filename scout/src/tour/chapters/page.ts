/** The web: a page is fetched, and the visitor is sent to one. Both are served here, on the loopback address. */

import type { Chapter } from '../chapter.js'
import type { Journey } from '../journey.js'
import { type LoopbackPage, servePage } from '../loopback-page.js'

const TEXT = 'This page is served by the tour itself, to this machine alone.\n'

export const page: Chapter = {
  name: 'page',
  title: 'Fetch a web page, and visit one',
  priority: 'medium',
  needsProject: false,
  async visit(journey) {
    const served = await servePage(TEXT)
    journey.onEnd(() => served.close())
    await fetchPage(journey, served)
    await invite(journey, served)
    await served.close()
    journey.note('Fetched a page.')
  },
}

async function fetchPage(journey: Journey, { url }: LoopbackPage): Promise<void> {
  const start = { title: `Fetch ${url}`, kind: 'fetch', rawInput: { url } } as const
  await journey.work(start, async call => {
    await call.progress()
    const response = await fetch(url, { signal: journey.turn.signal })
    const text = await response.text()
    await call.complete(text, { rawOutput: { status: response.status, characters: text.length } })
  })
}

async function invite(journey: Journey, { visitUrl, isVisitedWithin }: LoopbackPage): Promise<void> {
  const { turn, patience } = journey
  if (turn.elicit?.url === undefined)
    return journey.say('Your client cannot send you to a page, so I do not invite you to it.')
  const message =
    'Would you like to see a page in your browser? Secrets are asked for this way, never in a form.'
  const answer = await turn.elicit.url({ message, url: visitUrl })
  if (answer.action !== 'accept')
    return journey.say(`You did not go to the page (${answer.action}). That is fine.`)
  if (!(await isVisitedWithin(patience, turn.signal)))
    return journey.say('Nobody came to the page so far, so I go on. It is closed now.')
  answer.completed()
  await journey.say('You were at the page: I have seen you there.')
}
