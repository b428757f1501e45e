/** A piece of content: text, an image, a sound, a file. What nobody here knows is shown as it came. */

import { sanitizeLine } from '@parley/acp/guard'
import type { ContentBlock } from '@parley/acp/thread'
import { Chip } from '../parts/chip.js'
import { Folded } from '../parts/folded.js'
import { Icon } from '../parts/icon.js'
import { CodeBlock } from '../text/code-block.js'
import { Markdown } from '../text/markdown.js'
import { toPicture } from '../text/picture.js'
import { useFold } from './folds.js'
import { JsonView } from './json-view.js'
import { LocationButton } from './location-button.js'
import { Sound } from './sound.js'
import { toSize } from './words.js'

interface ContentBlockViewProps {
  readonly block: ContentBlock
  readonly foldKey: string
  readonly cwd: string
  readonly isGrowing?: boolean | undefined
  readonly hasBreaks?: boolean | undefined
}

export function ContentBlockView({ block, foldKey, cwd, isGrowing, hasBreaks }: ContentBlockViewProps) {
  const { text, data, mimeType, resource } = block as Readonly<Record<string, unknown>>
  if (block.type === 'text' && typeof text === 'string')
    return <Markdown text={text} isGrowing={isGrowing} hasBreaks={hasBreaks} />
  if (block.type === 'image' && typeof data === 'string' && typeof mimeType === 'string')
    return <Image data={data} mimeType={mimeType} />
  if (block.type === 'audio' && typeof data === 'string' && typeof mimeType === 'string')
    return <Sound data={data} mimeType={mimeType} />
  if (block.type === 'resource_link') return <ResourceLink block={block} cwd={cwd} />
  if (block.type === 'resource' && typeof resource === 'object' && resource !== null)
    return <Resource resource={resource} foldKey={foldKey} cwd={cwd} />
  return <JsonView title={`Content: ${sanitizeLine(block.type)}`} value={block} foldKey={foldKey} />
}

function Image({ data, mimeType }: { readonly data: string; readonly mimeType: string }) {
  const picture = toPicture(mimeType, data)
  if ('source' in picture) return <img className="text-image" src={picture.source} alt="" />
  return (
    <p className="content-refusal">
      Image ({sanitizeLine(mimeType.slice(0, 60))}, {toSize(Math.round(data.length * 0.75))}).{' '}
      {picture.refusal}
    </p>
  )
}

/** Whether it is a file that can be opened here: addresses of elsewhere are shown, never followed. */
const fileOf = (uri: string): string | undefined => {
  if (!uri.startsWith('file:///')) return uri.startsWith('/') ? uri : undefined
  try {
    return decodeURIComponent(uri.slice('file://'.length).replace(/[?#].*$/, ''))
  } catch {
    return undefined
  }
}

function Place({ uri, cwd }: { readonly uri: string; readonly cwd: string }) {
  const file = fileOf(uri)
  return file === undefined ? (
    <code className="content-uri">{sanitizeLine(uri.slice(0, 500))}</code>
  ) : (
    <LocationButton path={file} cwd={cwd} />
  )
}

/** Whether the place that is shown anyway ends with these words: then they say nothing more. */
function isNameOf(words: unknown, uri: unknown): boolean {
  const file = typeof uri === 'string' ? fileOf(uri) : undefined
  return file !== undefined && `/${file}`.endsWith(`/${words}`)
}

function ResourceLink({ block, cwd }: { readonly block: ContentBlock; readonly cwd: string }) {
  const { name, title, uri, size } = block as Readonly<Record<string, unknown>>
  const words = [title, name].find(word => typeof word === 'string' && word !== '')
  return (
    <p className="content-resource">
      {isNameOf(words, uri) ? (
        <Icon name="file" />
      ) : (
        <Chip icon="file">{sanitizeLine(String(words ?? 'file').slice(0, 200))}</Chip>
      )}
      {typeof uri === 'string' && <Place uri={uri} cwd={cwd} />}
      {typeof size === 'number' && <small>{toSize(size)}</small>}
    </p>
  )
}

interface ResourceProps {
  readonly resource: object
  readonly foldKey: string
  readonly cwd: string
}

function Resource({ resource, foldKey, cwd }: ResourceProps) {
  const [isOpen, setOpen] = useFold(foldKey, false)
  const { uri, text, blob, mimeType } = resource as Readonly<Record<string, unknown>>
  const place = typeof uri === 'string' ? uri : ''
  if (typeof blob === 'string' && typeof mimeType === 'string' && mimeType.startsWith('image/'))
    return <Image data={blob} mimeType={mimeType} />
  if (typeof text !== 'string')
    return <JsonView title={`File: ${sanitizeLine(place)}`} value={resource} foldKey={`${foldKey}/raw`} />
  const language = /\.(\w{1,8})$/.exec(place)?.[1] ?? ''
  return (
    <div className="content-resource">
      <Place uri={place} cwd={cwd} />
      <Folded summary={`Content, ${toSize(text.length)}`} isOpen={isOpen} onToggle={setOpen}>
        <CodeBlock code={text} language={language} isGrowing={false} />
      </Folded>
    </div>
  )
}
