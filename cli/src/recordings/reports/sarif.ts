/** What was found as SARIF, for tools that show findings beside the lines of a file. */

import { pathToFileURL } from 'node:url'
import { rules, type Weight } from '@parley/acp/inspect'
import { readVersion } from '../../version.js'
import type { Validation } from '../validate.js'

const LEVELS: Readonly<Record<Weight, string>> = { must: 'error', should: 'warning', note: 'note' }

export function toSarif({ path, onlooker, lineOf }: Validation): object {
  const used = new Set(onlooker.findings.map(({ rule }) => rule))
  return {
    version: '2.1.0',
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    runs: [
      {
        tool: {
          driver: {
            ...{ name: 'parley', version: readVersion() },
            rules: rules
              .filter(({ name }) => used.has(name))
              .map(({ name, text, weight }) => ({
                id: name,
                shortDescription: { text },
                defaultConfiguration: { level: LEVELS[weight] },
              })),
          },
        },
        results: onlooker.findings.map(finding => ({
          ruleId: finding.rule,
          level: LEVELS[finding.weight],
          message: { text: `${finding.by}: ${finding.text}` },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: pathToFileURL(path).href },
                region: { startLine: lineOf(finding) },
              },
            },
          ],
        })),
      },
    ],
  }
}
