/** What may stand in the place of the conversation. Each page is a folder of `pages/`: its state, how it changes, how it is drawn. */

import type { AgentsPage } from '../pages/agents/page.js'
import type { BrowsePage } from '../pages/browse/page.js'
import type { HelpPage } from '../pages/help/page.js'
import type { OptionsPage } from '../pages/options/page.js'
import type { OverviewPage } from '../pages/overview/page.js'
import type { QueuePage } from '../pages/queue/page.js'
import type { ReviewPage } from '../pages/review/page.js'
import type { SessionsPage } from '../pages/sessions/page.js'
import type { WayPage } from '../pages/way/page.js'
import type { ChangesPage } from '../questions/changes-page.js'

export type Page =
  | AgentsPage
  | BrowsePage
  | ChangesPage
  | HelpPage
  | OptionsPage
  | OverviewPage
  | QueuePage
  | ReviewPage
  | SessionsPage
  | WayPage
