/** The colours of the page: as the system has them, light, or dark. Each press goes on to the next. */

import { IconButton } from '../parts/button.js'
import type { View } from '../state/view.js'

interface ThemeButtonProps {
  readonly theme: View['theme']
  readonly onChange: (theme: View['theme']) => void
}

const NEXT = { system: 'light', light: 'dark', dark: 'system' } as const

export function ThemeButton({ theme, onChange }: ThemeButtonProps) {
  return (
    <IconButton
      icon={theme}
      label={`Theme: ${theme}`}
      className="theme-button"
      onClick={() => onChange(NEXT[theme])}
    />
  )
}
