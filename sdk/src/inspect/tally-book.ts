/** Keeps how every rule fared: how often it looked, and what it found. A rule of another version has no say. */

import { type Side, type Version, versions } from '../protocol/index.js'
import type { Finding, RuleName } from './finding.js'
import type { RowShelf } from './row-shelf.js'
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
  readonly #rows: RowShelf
  readonly #byVersion: Readonly<Record<Version, Map<RuleName, Account>>>
  #active: Map<RuleName, Account>

  constructor(rules: readonly Rule[], rows: RowShelf) {
    this.#rows = rows
    const accounts = rules.map(rule => ({ rule, looked: { agent: 0, client: 0 }, findings: [] }))
    const of = (version: Version) =>
      new Map(
        accounts.flatMap(account =>
          account.rule.versions.includes(version) ? [[account.rule.name, account]] : [],
        ),
      )
    this.#byVersion = { 1: of(1), 2: of(2) }
    this.#active = this.#byVersion[1]
  }

  /** The rules that count from here on are those of this version. */
  turnTo(version: Version): void {
    this.#active = this.#byVersion[version]
  }

  /** Rules that have no say any more. */
  silence(names: Iterable<RuleName>): void {
    for (const name of names) for (const version of versions) this.#byVersion[version].delete(name)
  }

  /** What was found so far, for who has passed it on. */
  forget(): void {
    if (this.findings.length === 0) return
    this.findings.length = 0
    for (const version of versions)
      for (const { findings } of this.#byVersion[version].values()) findings.length = 0
  }

  looked(rule: RuleName, by: Side): void {
    const account = this.#active.get(rule)
    if (account !== undefined) account.looked[by]++
  }

  broken(rule: RuleName, fault: Fault): void {
    const account = this.#active.get(rule)
    if (account === undefined) return
    const row = fault.row ?? this.#rows.count - 1
    const finding: Finding = {
      rule,
      weight: fault.weight ?? account.rule.weight,
      by: fault.by,
      row,
      text: fault.text,
    }
    account.findings.push(finding)
    this.findings.push(finding)
    const shown = this.#rows.at(row)
    if (shown !== undefined) shown.findings = [...shown.findings, finding]
  }

  tallies(): readonly Tally[] {
    return [...this.#active.values()].flatMap(({ rule, looked, findings }) => {
      const bound = sides.filter(side => rule.by === 'both' || rule.by === side)
      return bound.map(by => ({
        rule: rule.name,
        by,
        looked: looked[by],
        findings: findings.filter(finding => finding.by === by),
      }))
    })
  }
}
