/** Some forty kinds of secrets, made up anew each time. Nothing here was ever valid anywhere. */
import type { Random } from '../fuzz/random.js'

/** A secret, and how it is written where it gives itself away. */
export interface Secret {
  readonly kind: string
  readonly secret: string
  /** The secret with as much around it as people write: a name, a scheme, an address. */
  readonly written: string
}

const SMALL = 'abcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'
const HEX = `${DIGITS}abcdef`
const LETTERS = SMALL + SMALL.toUpperCase()
const PLAIN = LETTERS + DIGITS
const DASHED = `${PLAIN}_-`
const BASE64 = `${PLAIN}+/`

type Maker = (
  run: (alphabet: string, length: number) => string,
) => string | readonly [secret: string, written: string]

const uuid = (run: (alphabet: string, length: number) => string): string =>
  [8, 4, 4, 4, 12].map(length => run(HEX, length)).join('-')

const MAKERS: Readonly<Record<string, Maker>> = {
  anthropic: run => `sk-ant-api03-${run(DASHED, 93)}AA`,
  'openai project': run => `sk-proj-${run(DASHED, 80)}`,
  openai: run => `sk-${run(PLAIN, 48)}`,
  'github personal': run => `ghp_${run(PLAIN, 36)}`,
  'github application': run => `gho_${run(PLAIN, 36)}`,
  'github fine-grained': run => `github_pat_${run(PLAIN, 22)}_${run(PLAIN, 59)}`,
  gitlab: run => `glpat-${run(DASHED, 20)}`,
  slack: run => `xoxb-${run(DIGITS, 12)}-${run(DIGITS, 12)}-${run(PLAIN, 24)}`,
  'slack webhook': run => {
    const path = `T${run(PLAIN, 8)}/B${run(PLAIN, 8)}/${run(PLAIN, 24)}`
    return [path, `https://hooks.slack.com/services/${path}`]
  },
  'aws access': run => `AKIA${run('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16)}`,
  'aws secret': run => {
    const secret = run(BASE64, 40)
    return [secret, `aws_secret_access_key = ${secret}`]
  },
  'json web token': run => `eyJ${run(DASHED, 33)}.eyJ${run(DASHED, 80)}.${run(DASHED, 43)}`,
  'private key': run => {
    const body = Array.from({ length: 6 }, () => run(BASE64, 64)).join('\n')
    return [body, `-----BEGIN RSA PRIVATE KEY-----\n${body}\n-----END RSA PRIVATE KEY-----`]
  },
  'ssh key': run => {
    const body = Array.from({ length: 4 }, () => run(BASE64, 70)).join('\n')
    return [body, `-----BEGIN OPENSSH PRIVATE KEY-----\n${body}\n-----END OPENSSH PRIVATE KEY-----`]
  },
  age: run => `AGE-SECRET-KEY-1${run(`${DIGITS}ACDEFGHJKLMNPQRSTUVWXYZ`, 58)}`,
  npm: run => `npm_${run(PLAIN, 36)}`,
  pypi: run => `pypi-AgEIcHlwaS5vcmc${run(DASHED, 100)}`,
  google: run => `AIza${run(DASHED, 35)}`,
  'google access': run => `ya29.${run(DASHED, 100)}`,
  sendgrid: run => `SG.${run(DASHED, 22)}.${run(DASHED, 43)}`,
  stripe: run => `sk_live_${run(PLAIN, 24)}`,
  'hugging face': run => `hf_${run(LETTERS, 34)}`,
  digitalocean: run => `dop_v1_${run(HEX, 64)}`,
  shopify: run => `shpat_${run(HEX, 32)}`,
  mailgun: run => `key-${run(HEX, 32)}`,
  twilio: run => `SK${run(HEX, 32)}`,
  'basic header': run => {
    const secret = `${run(PLAIN, 22)}1=`
    return [secret, `Authorization: Basic ${secret}`]
  },
  'bearer header': run => {
    const secret = run(DASHED, 40)
    return [secret, `authorization: Bearer ${secret}`]
  },
  'database address': run => {
    const secret = run(PLAIN, 16)
    return [secret, `postgres://owner:${secret}@db.test:5432/main`]
  },
  'storage account': run => {
    const secret = `${run(BASE64, 86)}==`
    return [secret, `DefaultEndpointsProtocol=https;AccountName=x;AccountKey=${secret};EndpointSuffix=y`]
  },
  'discord bot': run => `M${run(PLAIN, 23)}.${run(PLAIN, 6)}.${run(DASHED, 38)}`,
  'telegram bot': run => `${run(DIGITS, 10)}:AA${run(DASHED, 33)}`,
  'key as an identifier': run => {
    const secret = uuid(run)
    return [secret, `HEROKU_API_KEY=${secret}`]
  },
  password: run => {
    const secret = `${run(LETTERS, 8)}-${run(DIGITS, 3)}`
    return [secret, `"password": "${secret}"`]
  },
  'password of a command': run => {
    const secret = run(LETTERS, 10)
    return [secret, `mysql -uroot -p${secret} shop`]
  },
  'credentials of a command': run => {
    const secret = run(PLAIN, 12)
    return [secret, `curl -su owner:${secret} https://x.test`]
  },
  'code of an address': run => {
    const secret = run(DASHED, 30)
    return [secret, `https://x.test/back?state=a&code=${secret}`]
  },
  'key of no known kind': run => {
    const secret = run(PLAIN, 40)
    return [secret, `signing_key: ${secret}`]
  },
}

export const KINDS: readonly string[] = Object.keys(MAKERS)

/** A new secret of a kind. */
export function makeSecret(kind: string, random: Random): Secret {
  const made = MAKERS[kind]?.((alphabet, length) => makeRun(alphabet, length, random))
  if (made === undefined) throw new RangeError(`there is no kind ${kind}`)
  const [secret, written] = typeof made === 'string' ? [made, made] : made
  return { kind, secret, written }
}

/** So many letters, with a digit and a letter among them where there are both: without, it would pass for a word. */
function makeRun(alphabet: string, length: number, random: Random): string {
  const letters = [...alphabet]
  const run = Array.from({ length }, () => random.pick(letters))
  for (const [index, kind] of [/[0-9]/, /[A-Za-z]/].entries()) {
    const fitting = letters.filter(letter => kind.test(letter))
    if (fitting.length > 0) run[index + 1] = random.pick(fitting)
  }
  return run.join('')
}
