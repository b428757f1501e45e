/** What a browser is told about the page, with every answer: to run nothing and to fetch nothing that is not its own. */

const POLICY = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob: data:"],
  ...["font-src 'self'", "connect-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"],
  ...["form-action 'none'", "require-trusted-types-for 'script'"],
].join('; ')

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** Only over TLS a browser may be told to use nothing else. */
export function pageHeaders(isEncrypted: boolean): Readonly<Record<string, string>> {
  return isEncrypted ? { ...HEADERS, 'strict-transport-security': 'max-age=31536000' } : HEADERS
}
