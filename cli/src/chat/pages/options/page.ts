/** A page: the settings that the agent offers. */

export interface OptionsPage {
  readonly is: 'options'
}
