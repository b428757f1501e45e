/** All keys, as the table of keys has them. */

import { Modal } from '../parts/modal.js'
import { isMacHere, showChord } from './chord.js'
import { KEYS, type KeyRow } from './keys.js'

export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  const places = [...new Set(KEYS.map(row => row.in))]
  return (
    <Modal title="Keys" className="key-sheet" onClose={onClose}>
      <div className="key-sheet-places">
        {places.map(place => (
          <section key={place}>
            <h3>{place}</h3>
            <dl>
              {KEYS.filter(row => row.in === place).map(row => (
                <KeyLine key={row.says} row={row} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}

function KeyLine({ row }: { readonly row: KeyRow }) {
  return (
    <div className="key-sheet-line">
      <dt>{row.says}</dt>
      <dd>
        {row.chords.map(chord => (
          <kbd key={chord}>{showChord(chord, isMacHere())}</kbd>
        ))}
      </dd>
    </div>
  )
}
