/** Keeps how every rule fared: how often it looked, and what it found. A rule of another version has no say. */

import type { Side } from '../protocol/index.js'
import type { Finding, RuleName } from './finding.js'
import type { OpenRow } from './row-maker.js'
import type { Fault, Report, Rule, Tally } from './rule.js'

interface Account {
  readonly rule: Rule
  readonly looked: Record<Side, number>
  readonly findings: Finding[]
}

const sides: readonly Side[] = ['agent', 'client']

/** The report that all rules of one wire write to. */
export class TallyBook implements Report {
  readonly findings: Finding[] = []
  readonly #accounts: ReadonlyMap<RuleName, Account>
  readonly #rows: readonly OpenRow[]
  readonly #silenced = new Set<RuleName>()
  #version: 1 | 2 = 1

  constructor(rules: readonly Rule[], rows: readonly OpenRow[]) {
    this.#rows = rows
    this.#accounts = new Map(
      rules.map(rule => [rule.name, { rule, looked: { agent: 0, client: 0 }, findings: [] }]),
    )
  }

  /** The rules that count from here on are those of this version. */
  turnTo(version: 1 | 2): void {
    this.#version = version
  }

  /** Rules that have no say any more. */
  silence(names: Iterable<RuleName>): void {
    for (const name of names) this.#silenced.add(name)
  }

  looked(rule: RuleName, by: Side): void {
    const account = this.#accountOf(rule)
    if (account !== undefined) account.looked[by]++
  }

  broken(rule: RuleName, fault: Fault): void {
    const account = this.#accountOf(rule)
    if (account === undefined) return
    const row = fault.row ?? this.#rows.length - 1
    const finding: Finding = {
      rule,
      weight: fault.weight ?? account.rule.weight,
      by: fault.by,
      row,
      text: fault.text,
    }
    account.findings.push(finding)
    this.findings.push(finding)
    const shown = this.#rows[row]
    if (shown !== undefined) shown.findings = [...shown.findings, finding]
  }

  tallies(): readonly Tally[] {
    return [...this.#accounts.values()].flatMap(({ rule, looked, findings }) => {
      if (!rule.versions.includes(this.#version)) return []
      const bound = sides.filter(side => rule.by === 'both' || rule.by === side)
      return bound.map(by => ({
        rule: rule.name,
        by,
        looked: looked[by],
        findings: findings.filter(finding => finding.by === by),
      }))
    })
  }

  #accountOf(rule: RuleName): Account | undefined {
    if (this.#silenced.has(rule)) return undefined
    const account = this.#accounts.get(rule)
    return account?.rule.versions.includes(this.#version) === true ? account : undefined
  }
}
