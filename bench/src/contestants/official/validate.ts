/** The official SDK's own validation of an update: the zod schema its client applies to `session/update`. */
import { playValidate } from '../../scenario/validate.js'

interface ZodGenerated {
  readonly zSessionNotification: { parse(value: unknown): unknown }
}

// The package does not export its schemas, so the file is found beside the entry that uses it.
const file = new URL('../schema/zod.gen.js', import.meta.resolve('@agentclientprotocol/sdk'))
const { zSessionNotification }: ZodGenerated = await import(file.href)

playValidate(message => zSessionNotification.parse(message) !== undefined)
