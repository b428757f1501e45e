/** A small picture that stands beside words. Where it stands alone it is given a label. */

import { type IconName, SHAPES } from './icon-shapes.js'

interface IconProps {
  readonly name: IconName
  /** What it says to those who do not see it; without one it is mere decoration. */
  readonly label?: string | undefined
}

export function Icon({ name, label }: IconProps) {
  const shape = <path d={SHAPES[name]} />
  return label === undefined ? (
    <svg className="icon" data-icon={name} viewBox="0 0 16 16" aria-hidden="true">
      {shape}
    </svg>
  ) : (
    <svg className="icon" data-icon={name} viewBox="0 0 16 16" role="img" aria-label={label}>
      <title>{label}</title>
      {shape}
    </svg>
  )
}
