/** Every message of the connection, as the inspector shows it; or those of a recording that was opened. */

import { useMemo } from 'react'
import { useStore } from 'zustand'
import { counted } from '../parts/counted.js'
import { useActions, useMeans, useTalk } from '../state/context.js'
import { desk, look, usualLook } from './desk.js'
import { Inspector } from './inspector.js'
import { openRecording } from './recording-file.js'
import { recordedSource, wireSource } from './watch.js'

export function ProtocolPane() {
  const { wires } = useMeans()
  const { sendRaw } = useActions()
  const agent = useTalk()?.agent
  const { wanted, file, failure, looks } = useStore(desk)
  const name = wanted ?? agent ?? [...wires.keys()][0]
  const log = name === undefined ? undefined : wires.get(name)
  const live = useMemo(() => log && wireSource(log), [log])
  const isFile = file !== undefined && (wanted === file.title || live === undefined)
  const source = (isFile ? file : live) ?? NOTHING
  const sources = [...wires.keys(), ...(file === undefined ? [] : [file.title])]
  return (
    <div className="protocol-frame">
      {failure !== undefined && (
        <p className="protocol-flaw" role="alert">
          {failure}
        </p>
      )}
      <Inspector
        key={source.title}
        {...{ sources, source, startedAt: log?.startedAt ?? 0 }}
        look={looks.get(source.title) ?? usualLook(source)}
        setLook={change => look(source, change)}
        setSource={title => desk.setState({ wanted: title })}
        open={chosen => void open(chosen)}
        send={message => sendRaw(name ?? '', message)}
      />
    </div>
  )
}

const NOTHING = recordedSource('nothing yet', [])

async function open(chosen: File): Promise<void> {
  const { entries, flaws, failure } = await openRecording(chosen)
  if (failure !== undefined) return desk.setState({ failure })
  const file = recordedSource(chosen.name, entries)
  // Another recording may have had the same name, and other messages.
  look(file, { chosen: undefined })
  desk.setState({
    ...{ file, wanted: file.title },
    failure:
      flaws > 0 ? `${counted(flaws, 'line')} of the recording could not be read, and left out.` : undefined,
  })
}
