/** A sound that somebody sent: decoded here and played when it is asked for. The page's policy knows no other media. */

import { sanitizeLine } from '@parley/acp/guard'
import { useEffect, useState } from 'react'
import { Button } from '../parts/button.js'
import { toSize } from './words.js'

interface SoundProps {
  readonly data: string
  readonly mimeType: string
}

const MOST_LENGTH = 28_000_000

export function Sound({ data, mimeType }: SoundProps) {
  const [player, setPlayer] = useState<AudioContext>()
  const [isBroken, setBroken] = useState(false)
  useEffect(() => () => void player?.close(), [player])
  const words = `${sanitizeLine(mimeType.slice(0, 60))}, ${toSize(Math.round(data.length * 0.75))}`
  if (isBroken || data.length > MOST_LENGTH)
    return <p className="content-refusal">Sound ({words}). It cannot be played here.</p>
  if (player !== undefined) return <Button icon="stop" label="Stop" onClick={() => setPlayer(undefined)} />
  const start = (): void => {
    const context = new AudioContext()
    setPlayer(context)
    void play(context, data).then(
      () => setPlayer(undefined),
      () => setBroken(true),
    )
  }
  return <Button icon="audio" label={`Play sound (${words})`} onClick={start} />
}

async function play(context: AudioContext, data: string): Promise<void> {
  const bytes = Uint8Array.from(atob(data), character => character.charCodeAt(0))
  const source = context.createBufferSource()
  source.buffer = await context.decodeAudioData(bytes.buffer)
  source.connect(context.destination)
  source.start()
  await new Promise(resolve => source.addEventListener('ended', resolve))
}
