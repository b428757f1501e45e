/** The files that the agent may see, read only; follows the agent. */

import { useCallback } from 'react'
import { readAgain } from '../changes/disk.js'
import { relativePath } from '../changes/paths.js'
import { Blank } from '../parts/blank.js'
import { Button, IconButton } from '../parts/button.js'
import { useMeans, useTalk, useView } from '../state/context.js'
import type { Talk } from '../state/talk.js'
import { Finder } from './finder.js'
import type { AgentLocation } from './locations.js'
import { RecentList } from './recent-list.js'
import { ShownFile } from './shown-file.js'
import { joinPath, type TreeMove } from './tree.js'
import { TreeView } from './tree-view.js'
import { type Shown, useIsChanged, useLocations, useShown, useText, useTree } from './use-files.js'

export function FilesPane() {
  const talk = useTalk()
  if (talk === undefined)
    return (
      <Blank icon="folder" title="No files" status="empty">
        <p>Open a conversation to see the files that its agent may see.</p>
      </Blank>
    )
  if (!talk.abilities.workspace)
    return (
      <Blank icon="folder" title="The files cannot be reached" status="empty">
        <p>
          The agent of this conversation works without the files of this machine, so there are none to show.
        </p>
      </Blank>
    )
  return <Files key={talk.key} talk={talk} />
}

function Files({ talk }: { readonly talk: Talk }) {
  const { view } = useMeans()
  const locations = useLocations(talk)
  const shown = useShown(locations)
  const show = (file: { readonly path: string; readonly line?: number | undefined } | undefined) =>
    // Whoever chooses a file wants to stay there.
    view.setState({ file: file && { path: file.path, line: file.line }, followsAgent: false })
  return (
    <section className="files" aria-label="Files">
      <div className="files-columns" data-shows={shown === undefined ? 'tree' : 'file'}>
        <Side {...{ talk, locations, shown }} onShow={show} />
        <div className="files-shown">
          {shown === undefined ? (
            <Blank icon="file" title="No file is open" status="empty">
              <p>Choose one in the tree, or follow the agent to see where it works.</p>
            </Blank>
          ) : (
            <Opened {...{ talk, shown }} latest={locations[0]} onClose={() => show(undefined)} />
          )}
        </div>
      </div>
    </section>
  )
}

interface SideProps {
  readonly talk: Talk
  readonly locations: readonly AgentLocation[]
  readonly shown: Shown | undefined
  readonly onShow: (file: Shown) => void
}

function Side({ talk, locations, shown, onShow }: SideProps) {
  const { actions, view } = useMeans()
  const { key, cwd } = talk
  const { keeper, rows, current } = useTree(talk)
  const isFollowing = useView(({ followsAgent }) => followsAgent)
  const find = useCallback(
    async (query: string) => {
      const paths = await actions.findFiles(key, query)
      return paths.map(path => (/^([A-Za-z]:)?[/\\]/.test(path) ? path : joinPath(cwd, path)))
    },
    [actions, key, cwd],
  )
  const move = ({ is, path }: TreeMove) => {
    if (is === 'open') void keeper.open(path)
    else if (is === 'close') keeper.close(path)
    else keeper.goTo(path)
    if (is === 'choose') onShow({ path })
  }
  const reveal = (file: Shown) => {
    void keeper.reveal(file.path)
    onShow(file)
  }
  return (
    <div className="files-side">
      <header className="files-head">
        <Finder cwd={cwd} find={find} onChoose={path => reveal({ path })} />
        <Button
          tone={isFollowing ? 'primary' : 'plain'}
          icon="eye"
          label="Follow"
          aria-pressed={isFollowing}
          onClick={() => view.setState({ followsAgent: !isFollowing })}
        />
        <IconButton icon="retry" label="Read the folders again" onClick={() => void keeper.readOpen()} />
      </header>
      <TreeView rows={rows} current={current} shown={shown?.path} onMove={move} />
      <RecentList cwd={cwd} locations={locations} onChoose={reveal} />
    </div>
  )
}

interface OpenedProps {
  readonly talk: Talk
  readonly shown: Shown
  readonly latest: AgentLocation | undefined
  readonly onClose: () => void
}

function Opened({ talk, shown, latest, onClose }: OpenedProps) {
  const { actions, view } = useMeans()
  const { path, line, note } = shown
  return (
    <ShownFile
      {...{ path, line, note, onClose }}
      name={relativePath(path, talk.cwd)}
      file={useText(talk, path, latest)}
      isChanged={useIsChanged(talk, path)}
      onChanges={() => view.setState({ pane: 'changes', file: { path } })}
      onReload={() => void readAgain(actions, talk.key, path)}
    />
  )
}
