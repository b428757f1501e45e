/** Raw validates nothing: its figure is `JSON.parse` of the same message, the measure of the others. */
import { playValidate } from '../../scenario/validate.js'

playValidate((_message, text) => JSON.parse(text) !== null)
