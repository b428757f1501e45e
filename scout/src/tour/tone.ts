/** A short WAV sound, made of samples. Knows the format and nothing of the protocol. */

const RATE = 8_000
const SECONDS = 0.25
const PITCH = 440
const LOUDEST = 32_767
const SAMPLE_BYTES = 2
const HEADER_BYTES = 44
const PCM = 1

/** A tone of a quarter of a second; `volume` goes from 0 to 1. */
export function tone(volume: number): Buffer {
  const count = RATE * SECONDS
  const samples = Buffer.alloc(count * SAMPLE_BYTES)
  for (let at = 0; at < count; at++) {
    // It swells and fades: a tone that begins at once clicks.
    const swell = Math.sin((Math.PI * at) / count)
    const wave = Math.sin((2 * Math.PI * PITCH * at) / RATE)
    samples.writeInt16LE(Math.round(LOUDEST * volume * swell * wave), at * SAMPLE_BYTES)
  }
  return Buffer.concat([header(samples.length), samples])
}

function header(bytes: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(HEADER_BYTES - 8 + bytes, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(PCM, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(RATE, 24)
  header.writeUInt32LE(RATE * SAMPLE_BYTES, 28)
  header.writeUInt16LE(SAMPLE_BYTES, 32)
  header.writeUInt16LE(SAMPLE_BYTES * 8, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(bytes, 40)
  return header
}
