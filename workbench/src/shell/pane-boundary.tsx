/** Keeps a pane's failure to itself: says what failed, and draws it again when asked. */

import { boundedLine } from '@parley/acp/guard'
import { Component, type ReactNode } from 'react'
import { Blank } from '../parts/blank.js'
import { Button } from '../parts/button.js'

interface PaneBoundaryProps {
  /** What is inside, as a sentence begins with it. */
  readonly name: string
  readonly children: ReactNode
  readonly onRetry?: (() => void) | undefined
}

interface PaneBoundaryState {
  readonly error?: unknown
  readonly hasFailed: boolean
}

const MOST_CHARACTERS = 300

const wordsOf = (error: unknown): string =>
  boundedLine(error instanceof Error ? error.message : String(error), MOST_CHARACTERS)

export class PaneBoundary extends Component<PaneBoundaryProps, PaneBoundaryState> {
  override readonly state: PaneBoundaryState = { hasFailed: false }

  static getDerivedStateFromError(error: unknown): PaneBoundaryState {
    return { error, hasFailed: true }
  }

  readonly #retry = (): void => {
    this.props.onRetry?.()
    this.setState({ hasFailed: false, error: undefined })
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return (
      <Blank icon="warning" title={`${this.props.name} could not be drawn`} status="failed">
        <p>{wordsOf(this.state.error)}</p>
        <p>The conversation itself is safe. Draw it again; where that does not help, reload the page.</p>
        <Button label="Draw it again" icon="retry" onClick={this.#retry} />
      </Blank>
    )
  }
}
