/** Written by scripts/schema.ts from the official schemas; do not edit. `npm run schema` writes it anew. */

export {
  CreateElicitationRequest,
  ElicitationSessionScope,
  ElicitationRequestScope,
  ElicitationSchema,
  ElicitationPropertySchema,
  EnumOption,
  StringPropertySchema,
  NumberPropertySchema,
  IntegerPropertySchema,
  BooleanPropertySchema,
  MultiSelectItems,
  StringMultiSelectItems,
  TitledMultiSelectItems,
  MultiSelectPropertySchema,
  ElicitationFormMode,
  ElicitationUrlMode,
  CompleteElicitationNotification,
  CreateElicitationResponse,
  ElicitationAcceptAction,
} from '../v2/elicitation.gen.js'
