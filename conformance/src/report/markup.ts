/** Text that stays text in HTML and XML, whatever it holds. */

import { sanitizeForDisplay } from '@parley/acp/guard'

const NAMES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeMarkup(text: string): string {
  return sanitizeForDisplay(text).replace(/[&<>"']/g, sign => NAMES[sign] ?? sign)
}
