/** Things to press: with words, or with an icon whose words are its name and its hint. */

import type { ComponentProps } from 'react'
import { Icon } from './icon.js'
import type { IconName } from './icon-shapes.js'

type Pressable = Omit<ComponentProps<'button'>, 'children' | 'type' | 'title' | 'aria-label'>

interface ButtonProps extends Pressable {
  readonly label: string
  readonly icon?: IconName | undefined
  /** `plain` has a border, `quiet` has none, `primary` is what is meant to be pressed. */
  readonly tone?: 'plain' | 'quiet' | 'primary' | 'danger' | undefined
  /** A key that does the same, as it is shown. */
  readonly shortcut?: string | undefined
  readonly type?: 'button' | 'submit'
}

const classOf = (own: string, given: string | undefined): string =>
  given === undefined ? own : `${own} ${given}`

export function Button({ label, icon, tone = 'plain', shortcut, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classOf('button', className)}
      data-tone={tone}
      title={shortcut === undefined ? undefined : `${label} (${shortcut})`}
    >
      {icon && <Icon name={icon} />}
      <span>{label}</span>
    </button>
  )
}

interface IconButtonProps extends Pressable {
  readonly label: string
  readonly icon: IconName
  readonly shortcut?: string | undefined
}

export function IconButton({ label, icon, shortcut, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classOf('icon-button', className)}
      aria-label={label}
      title={shortcut === undefined ? label : `${label} (${shortcut})`}
    >
      <Icon name={icon} />
    </button>
  )
}
