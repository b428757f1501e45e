/** Every message of the connection, as the inspector shows it; or those of a recording that was opened. */

import { useMemo, useState } from 'react'
import { useActions, useMeans, useTalk } from '../state/context.js'
import { Inspector } from './inspector.js'
import { openRecording } from './recording-file.js'
import { recordedSource, type Source, wireSource } from './watch.js'

interface OpenedFile {
  readonly source: Source
  readonly note?: string | undefined
}

export function ProtocolPane() {
  const { wires } = useMeans()
  const { sendRaw } = useActions()
  const agent = useTalk()?.agent
  const [wanted, setWanted] = useState<string>()
  const [file, setFile] = useState<OpenedFile>()
  const [failure, setFailure] = useState<string>()
  const name = wanted ?? agent ?? [...wires.keys()][0]
  const log = name === undefined ? undefined : wires.get(name)
  const live = useMemo(() => log && wireSource(log), [log])
  const isFile = file !== undefined && (wanted === file.source.title || live === undefined)
  const source = isFile ? file.source : live
  const open = async (chosen: File): Promise<void> => {
    const { entries, flaws, failure: fault } = await openRecording(chosen)
    setFailure(fault ?? (flaws > 0 ? `${flaws} lines could not be read.` : undefined))
    if (fault !== undefined) return
    setFile({ source: recordedSource(chosen.name, entries) })
    setWanted(chosen.name)
  }
  const sources = [...wires.keys(), ...(file === undefined ? [] : [file.source.title])]
  return (
    <div className="protocol-frame">
      {failure !== undefined && (
        <p className="protocol-flaw" role="alert">
          {failure}
        </p>
      )}
      <Inspector
        key={source?.title}
        {...{ sources, source: source ?? NOTHING, startedAt: log?.startedAt ?? 0 }}
        setSource={setWanted}
        open={chosen => void open(chosen)}
        send={message => sendRaw(name ?? '', message)}
      />
    </div>
  )
}

const NOTHING = recordedSource('nothing yet', [])
