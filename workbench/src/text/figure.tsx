/** An image in a text: drawn where it is in the text itself, else a link to where it is. Nothing is ever fetched. */

import { pictureAt } from './picture.js'
import { TextLink } from './text-link.js'

interface FigureProps {
  readonly address: string
  readonly words: string
}

export function Figure({ address, words }: FigureProps) {
  const picture = pictureAt(address)
  if (picture === undefined)
    return (
      <TextLink href={address} words={words}>
        Image: {words || 'without a name'}
      </TextLink>
    )
  if ('refusal' in picture)
    return (
      <span className="text-refusal">
        Image: {words || 'without a name'}. {picture.refusal}
      </span>
    )
  return <img className="text-image" src={picture.source} alt={words || 'Image without a name'} />
}
