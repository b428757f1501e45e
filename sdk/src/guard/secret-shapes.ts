/**
 * How the secrets of well-known services look: most begin with letters that nothing else begins with. Every pattern takes
 * time in proportion to the text: none has a repetition within a repetition, and each begins with letters of its own or
 * where no longer run of such letters could begin.
 */

/** One way a secret looks. */
export interface SecretShape {
  readonly kind: string
  /** Letters without which there is no such secret: looking for them costs next to nothing. */
  readonly hint: string
  /** Finds it; the group `secret` is what goes, or everything where there is no such group. */
  readonly pattern: RegExp
}

/** A kind, the letters it begins with, and what follows them. */
type Prefixed = readonly [kind: string, prefix: string, rest: string]

const PREFIXED: readonly Prefixed[] = [
  ['anthropic', 'sk-ant-', '[\\w-]{16,}'],
  ['openai project', 'sk-proj-', '[\\w-]{16,}'],
  ['openai service', 'sk-svcacct-', '[\\w-]{16,}'],
  ['openai admin', 'sk-admin-', '[\\w-]{16,}'],
  ['openrouter', 'sk-or-', '[\\w-]{16,}'],
  ['openai', 'sk-', '[A-Za-z0-9]{20,}'],
  ['github personal', 'ghp_', '[A-Za-z0-9]{30,}'],
  ['github application', 'gho_', '[A-Za-z0-9]{30,}'],
  ['github server', 'ghs_', '[A-Za-z0-9]{30,}'],
  ['github user', 'ghu_', '[A-Za-z0-9]{30,}'],
  ['github refresh', 'ghr_', '[A-Za-z0-9]{30,}'],
  ['github fine-grained', 'github_pat_', '\\w{22,}'],
  ['gitlab personal', 'glpat-', '[\\w-]{20,}'],
  ['gitlab deploy', 'gldt-', '[\\w-]{20,}'],
  ['gitlab runner', 'glrt-', '[\\w-]{20,}'],
  ['gitlab pipeline', 'glptt-', '[\\w-]{20,}'],
  ['slack', 'xox', '[abeoprs]-[A-Za-z0-9-]{10,}'],
  ['slack application', 'xapp-', '[A-Za-z0-9-]{20,}'],
  ['aws access', 'AKIA', '[A-Z2-7]{16}(?![A-Za-z0-9])'],
  ['aws session', 'ASIA', '[A-Z2-7]{16}(?![A-Za-z0-9])'],
  ['age', 'AGE-SECRET-KEY-', '[0-9A-Z]{40,}'],
  ['npm', 'npm_', '[A-Za-z0-9]{30,}'],
  ['pypi', 'pypi-', '[\\w-]{40,}'],
  ['rubygems', 'rubygems_', '[0-9a-f]{40,}'],
  ['google', 'AIza', '[\\w-]{30,}'],
  ['google access', 'ya29.', '[\\w.-]{20,}'],
  ['google refresh', '1//0', '[\\w-]{30,}'],
  ['google client', 'GOCSPX-', '[\\w-]{20,}'],
  ['sendgrid', 'SG.', '[\\w-]{16,64}\\.[\\w-]{16,}'],
  ['stripe', 'sk_live_', '[A-Za-z0-9]{16,}'],
  ['stripe test', 'sk_test_', '[A-Za-z0-9]{16,}'],
  ['stripe restricted', 'rk_live_', '[A-Za-z0-9]{16,}'],
  ['stripe webhook', 'whsec_', '[A-Za-z0-9+/=]{20,}'],
  ['hugging face', 'hf_', '[A-Za-z0-9]{30,}'],
  ['groq', 'gsk_', '[A-Za-z0-9]{40,}'],
  ['xai', 'xai-', '[A-Za-z0-9]{40,}'],
  ['perplexity', 'pplx-', '[A-Za-z0-9]{40,}'],
  ['replicate', 'r8_', '[A-Za-z0-9]{30,}'],
  ['digitalocean', 'dop_v1_', '[0-9a-f]{40,}'],
  ['digitalocean oauth', 'doo_v1_', '[0-9a-f]{40,}'],
  ['shopify', 'shpat_', '[0-9a-fA-F]{32,}'],
  ['shopify shared', 'shpss_', '[0-9a-fA-F]{32,}'],
  ['mailgun', 'key-', '[0-9a-f]{32}(?![0-9a-f])'],
  ['twilio', 'SK', '[0-9a-f]{32}(?![0-9a-f])'],
  ['databricks', 'dapi', '[0-9a-f]{32}(?![0-9a-f])'],
  ['docker', 'dckr_pat_', '[\\w-]{20,}'],
  ['linear', 'lin_api_', '[A-Za-z0-9]{30,}'],
  ['notion', 'ntn_', '[A-Za-z0-9]{40,}'],
  ['supabase', 'sbp_', '[0-9a-f]{40,}'],
  ['vault', 'hvs.', '[\\w-]{20,}'],
  ['grafana', 'glsa_', '\\w{32,}'],
  ['figma', 'figd_', '[\\w-]{30,}'],
  ['sentry', 'sntrys_', '[\\w+/=-]{40,}'],
  ['planetscale', 'pscale_', '(?:tkn|pw|oauth)_[\\w.-]{30,}'],
  ['postman', 'PMAK-', '[0-9a-f]{24}-[0-9a-f]{30,}'],
  ['new relic', 'NRAK-', '[A-Z0-9]{27}'],
  ['atlassian', 'ATATT3', '[\\w=-]{40,}'],
  ['fly', 'fm2_', '[A-Za-z0-9+/=_-]{40,}'],
]

const OTHERS: readonly SecretShape[] = [
  {
    kind: 'json web token',
    hint: 'eyJ',
    pattern: /(?:(?<![\w-])|(?<=\\[nrt]))eyJ[\w-]{8,8192}\.[\w-]{8,8192}\.[\w-]*/g,
  },
  {
    kind: 'slack webhook',
    hint: 'hooks.slack.com/',
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[\w/+-]{20,})/g,
  },
  {
    kind: 'discord webhook',
    hint: '/api/webhooks/',
    pattern: /\/api\/webhooks\/(?<secret>\d{10,30}\/[\w-]{30,})/g,
  },
  {
    kind: 'discord bot',
    hint: '.',
    pattern: /(?:(?<![\w-])|(?<=\\[nrt]))[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}/g,
  },
  { kind: 'telegram bot', hint: ':AA', pattern: /(?<!\d)\d{8,10}:AA[\w-]{32,}/g },
  {
    kind: 'bearer header',
    hint: 'earer ',
    pattern:
      /(?:(?<![A-Za-z])|(?<=\\[nrt]))[Bb]earer {1,4}(?<secret>(?=[A-Za-z+/=._~-]{0,200}\d|[^\s"']{24})[\w+/=.~-]{8,})/g,
  },
  {
    kind: 'basic header',
    hint: 'asic ',
    pattern:
      /(?:(?<![A-Za-z])|(?<=\\[nrt]))[Bb]asic {1,4}(?<secret>(?=[A-Za-z+/]{0,200}[\d=])[\w+/-]{8,}={0,2})/g,
  },
  {
    kind: 'password of an address',
    hint: '://',
    pattern: /:\/\/[^\s/?#@:"'<>«]{0,256}:(?<secret>[^\s/?#"'<>«]{1,512})@/g,
  },
  {
    kind: 'user of an address',
    hint: '://',
    pattern: /:\/\/(?<secret>(?=[A-Za-z_-]{0,256}\d)[\w-]{16,256})@/g,
  },
  {
    kind: 'storage account',
    hint: 'AccountKey=',
    pattern: /AccountKey=(?<secret>[A-Za-z0-9+/]{20,}={0,2})/g,
  },
  {
    kind: 'signed address',
    hint: 'sig=',
    pattern: /[?&]sig=(?<secret>[\w%+/=-]{20,})/g,
  },
  {
    kind: 'code of an address',
    hint: 'code',
    pattern:
      /(?:[?&#]|&amp;|%3F|%26|\\u0026)(?:(?:auth|authorization|device|oauth)_?)?code(?:_verifier)?(?:=|%3D)(?<secret>(?=[A-Za-z%+/.~_*!-]{0,200}\d|[^\s&"'#]{32})(?=[\d%+/.~_*!-]{0,200}[A-Za-z])[\w%+/.~*!-]{8,2048}={0,2})/gi,
  },
  {
    kind: 'cookie header',
    hint: 'ookie: ',
    pattern: /[Cc]ookie: {0,4}(?<secret>[\w.-]{1,128}=[^\s"'«][^\r\n"'«]{3,})/g,
  },
]

// No letter before it, unless that ends something else: a line break as JSON writes it, a colour, `%3D`.
const BEFORE = '(?<![A-Za-z0-9])|(?<=\\\\[bfnrt]|\\\\u[\\da-fA-F]{4}|%[\\da-fA-F]{2}|\\[[\\d;]{0,16}m)'

/** What a log has left of it. Of bounded length: a text full of beginnings would be searched to its end for each. */
const CUT = '[\\w+/=.-]{2,256}(?=…)'

let shapes: readonly SecretShape[] | undefined

/** Every shape, those first that would be found in part by another. */
export function secretShapes(): readonly SecretShape[] {
  shapes ??= [
    ...PREFIXED.map(([kind, prefix, rest]) => ({
      kind,
      hint: prefix,
      pattern: new RegExp(`(?:${BEFORE})${prefix.replace('.', '\\.')}(?:${rest}|${CUT})`, 'g'),
    })),
    ...OTHERS,
  ]
  return shapes
}

const FEWEST_BEHIND = 3

/** Where in a word that may have been cut off a secret begins and goes on for a few letters; nothing where none does. */
export function beginningIn(word: string): number | undefined {
  for (const [, prefix] of PREFIXED) {
    const at = word.lastIndexOf(prefix)
    const isBeginning = at === 0 || (at > 0 && !/[A-Za-z0-9]/.test(word[at - 1] ?? ''))
    if (isBeginning && word.length >= at + prefix.length + FEWEST_BEHIND) return at
  }
  return undefined
}
