/** What was found as SARIF, for tools that show findings beside the lines of a file. */

import { pathToFileURL } from 'node:url'
import { rules, type Weight } from '@parley/acp/inspect'
import { readVersion } from '../../version.js'
import type { Validation } from '../validate.js'

const DAMAGED = 'recording.damaged'
const LEVELS: Readonly<Record<Weight, string>> = { must: 'error', should: 'warning', note: 'note' }

export function toSarif({ path, onlooker, damages, lineOf }: Validation): object {
  const damaged = { id: DAMAGED, shortDescription: { text: 'Every line of a recording is an entry.' } }
  const used = new Set(onlooker.findings.map(({ rule }) => rule))
  return {
    version: '2.1.0',
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    runs: [
      {
        tool: {
          driver: {
            ...{ name: 'parley', version: readVersion() },
            rules: [
              ...(damages.length === 0 ? [] : [damaged]),
              ...rules
                .filter(({ name }) => used.has(name))
                .map(({ name, text, weight }) => ({
                  id: name,
                  shortDescription: { text },
                  defaultConfiguration: { level: LEVELS[weight] },
                })),
            ],
          },
        },
        results: [
          ...damages.map(({ line, expected, found }) => ({
            ruleId: DAMAGED,
            level: LEVELS.must,
            message: { text: `expected ${expected}, found ${found}` },
            locations: [toLocation(path, line)],
          })),
          ...onlooker.findings.map(finding => ({
            ruleId: finding.rule,
            level: LEVELS[finding.weight],
            message: { text: `${finding.by}: ${finding.text}` },
            locations: [toLocation(path, lineOf(finding))],
          })),
        ],
      },
    ],
  }
}

function toLocation(path: string, startLine: number): object {
  return { physicalLocation: { artifactLocation: { uri: pathToFileURL(path).href }, region: { startLine } } }
}
