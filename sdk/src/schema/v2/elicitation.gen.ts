/** Written by scripts/schema.ts from the official schemas; do not edit. `npm run schema` writes it anew. */

import { fullList, list, table } from '../collection.js'
import { softList, softRecord, softText } from '../property.js'
import { anything, isRecord, isUri, isWhole, text } from '../leaf.js'
import { BAD, type Trail } from '../trail.js'
import { isRequestId } from './shapes.gen.js'

export function isElicitationSchemaType(value: unknown): boolean {
  return value === 'object'
}

export function CreateElicitationRequest(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.message !== 'string') return trail.failAt('message', 'string', value.message)
  out = softRecord(out, '_meta', value._meta, trail)
  switch (out.mode) {
    case 'form':
      return ElicitationFormMode(out, trail)
    case 'url':
      return ElicitationUrlMode(out, trail)
    default:
      return typeof out.mode === 'string' ? CreateElicitationRequestOther(out, trail) : trail.failAt('mode', 'string', out.mode)
  }
}

export function ElicitationSessionScope(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.sessionId !== 'string') return trail.failAt('sessionId', 'string', value.sessionId)
  return softText(out, 'toolCallId', value.toolCallId, trail)
}

export function ElicitationRequestScope(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  if (!isRequestId(value.requestId)) return trail.failAt('requestId', 'RequestId', value.requestId)
  return value
}

export function ElicitationSchema(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (!isElicitationSchemaType(value.type)) return trail.failAt('type', 'ElicitationSchemaType', value.type)
  out = softText(out, 'title', value.title, trail)
  {
    trail.enter('properties')
    const next = table(value.properties, trail, ElicitationPropertySchema)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.properties) out = trail.put(out, 'properties', next)
  }
  if (value.required != null) {
    trail.enter('required')
    const next = list(value.required, trail, text)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.required) out = trail.put(out, 'required', next)
  }
  out = softText(out, 'description', value.description, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function ElicitationPropertySchema(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  switch (value.type) {
    case 'string':
      return StringPropertySchema(value, trail)
    case 'number':
      return NumberPropertySchema(value, trail)
    case 'integer':
      return IntegerPropertySchema(value, trail)
    case 'boolean':
      return BooleanPropertySchema(value, trail)
    case 'array':
      return MultiSelectPropertySchema(value, trail)
    default:
      return typeof value.type === 'string' ? value : trail.failAt('type', 'string', value.type)
  }
}

export function EnumOption(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.const !== 'string') return trail.failAt('const', 'string', value.const)
  if (typeof value.title !== 'string') return trail.failAt('title', 'string', value.title)
  out = softText(out, 'description', value.description, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function StringPropertySchema(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softText(out, 'title', value.title, trail)
  out = softText(out, 'description', value.description, trail)
  if (value.minLength != null && !isWhole(value.minLength, 0, 4294967295)) return trail.failAt('minLength', 'uint32', value.minLength)
  if (value.maxLength != null && !isWhole(value.maxLength, 0, 4294967295)) return trail.failAt('maxLength', 'uint32', value.maxLength)
  if (value.pattern != null && typeof value.pattern !== 'string') return trail.failAt('pattern', 'string', value.pattern)
  if (value.format != null && typeof value.format !== 'string') return trail.failAt('format', 'string', value.format)
  out = softText(out, 'default', value.default, trail)
  if (value.enum != null) {
    trail.enter('enum')
    const next = fullList(value.enum, trail, text)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.enum) out = trail.put(out, 'enum', next)
  }
  if (value.oneOf != null) {
    trail.enter('oneOf')
    const next = fullList(value.oneOf, trail, EnumOption)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.oneOf) out = trail.put(out, 'oneOf', next)
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function NumberPropertySchema(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softText(out, 'title', value.title, trail)
  out = softText(out, 'description', value.description, trail)
  if (value.minimum != null && !Number.isFinite(value.minimum)) return trail.failAt('minimum', 'number', value.minimum)
  if (value.maximum != null && !Number.isFinite(value.maximum)) return trail.failAt('maximum', 'number', value.maximum)
  if (value.default != null && !Number.isFinite(value.default)) out = trail.drop(out, 'default', 'number')
  return softRecord(out, '_meta', value._meta, trail)
}

export function IntegerPropertySchema(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softText(out, 'title', value.title, trail)
  out = softText(out, 'description', value.description, trail)
  if (value.minimum != null && !Number.isInteger(value.minimum)) return trail.failAt('minimum', 'integer', value.minimum)
  if (value.maximum != null && !Number.isInteger(value.maximum)) return trail.failAt('maximum', 'integer', value.maximum)
  if (value.default != null && !Number.isInteger(value.default)) out = trail.drop(out, 'default', 'integer')
  return softRecord(out, '_meta', value._meta, trail)
}

export function BooleanPropertySchema(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softText(out, 'title', value.title, trail)
  out = softText(out, 'description', value.description, trail)
  if (value.default != null && typeof value.default !== 'boolean') out = trail.drop(out, 'default', 'boolean')
  return softRecord(out, '_meta', value._meta, trail)
}

export function MultiSelectItems(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  switch (value.type) {
    case 'string':
      if (trail.fits(StringMultiSelectItems, value) || !trail.fits(TitledMultiSelectItems, value)) return StringMultiSelectItems(value, trail)
      return TitledMultiSelectItems(trail.drop(value, 'type', 'MultiSelectItems'), trail)
    default:
      return typeof value.type === 'string' ? value : TitledMultiSelectItems(value, trail)
  }
}

export function StringMultiSelectItems(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  {
    trail.enter('enum')
    const next = fullList(value.enum, trail, text)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.enum) out = trail.put(out, 'enum', next)
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function TitledMultiSelectItems(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  {
    trail.enter('anyOf')
    const next = fullList(value.anyOf, trail, EnumOption)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.anyOf) out = trail.put(out, 'anyOf', next)
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function MultiSelectPropertySchema(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softText(out, 'title', value.title, trail)
  out = softText(out, 'description', value.description, trail)
  if (value.minItems != null && !isWhole(value.minItems, 0, Infinity)) return trail.failAt('minItems', 'uint64', value.minItems)
  if (value.maxItems != null && !isWhole(value.maxItems, 0, Infinity)) return trail.failAt('maxItems', 'uint64', value.maxItems)
  {
    trail.enter('items')
    const next = MultiSelectItems(value.items, trail)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.items) out = trail.put(out, 'items', next)
  }
  out = softList(out, 'default', value.default, text, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function ElicitationFormMode(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  {
    trail.enter('requestedSchema')
    const next = ElicitationSchema(value.requestedSchema, trail)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.requestedSchema) out = trail.put(out, 'requestedSchema', next)
  }
  if ((out.sessionId !== undefined) === (out.requestId !== undefined)) return trail.fail('exactly one of sessionId, requestId', out)
  return out.sessionId !== undefined ? ElicitationSessionScope(out, trail) : ElicitationRequestScope(out, trail)
}

export function ElicitationUrlMode(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  if (typeof value.elicitationId !== 'string') return trail.failAt('elicitationId', 'string', value.elicitationId)
  if (!isUri(value.url)) return trail.failAt('url', 'uri', value.url)
  if ((value.sessionId !== undefined) === (value.requestId !== undefined)) return trail.fail('exactly one of sessionId, requestId', value)
  return value.sessionId !== undefined ? ElicitationSessionScope(value, trail) : ElicitationRequestScope(value, trail)
}

export function CompleteElicitationNotification(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.elicitationId !== 'string') return trail.failAt('elicitationId', 'string', value.elicitationId)
  return softRecord(out, '_meta', value._meta, trail)
}

export function CreateElicitationResponse(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softRecord(out, '_meta', value._meta, trail)
  switch (out.action) {
    case 'accept':
      return ElicitationAcceptAction(out, trail)
    case 'decline':
    case 'cancel':
      return out
    default:
      return typeof out.action === 'string' ? out : trail.failAt('action', 'string', out.action)
  }
}

export function ElicitationAcceptAction(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (value.content != null) {
    trail.enter('content')
    const next = table(value.content, trail, anything)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.content) out = trail.put(out, 'content', next)
  }
  return out
}

function CreateElicitationRequestOther(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  if ((value.sessionId !== undefined) === (value.requestId !== undefined)) return trail.fail('exactly one of sessionId, requestId', value)
  return value.sessionId !== undefined ? ElicitationSessionScope(value, trail) : ElicitationRequestScope(value, trail)
}
