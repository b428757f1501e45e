/** The smallest picture and the smallest sound that are whole. */

/** One pixel, PNG, in base64. */
export const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const SAMPLES = 8
const RATE = 8_000

/** Eight silent samples at 8 kHz, WAV, in base64. */
export const SOUND = toSound()

function toSound(): string {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + SAMPLES, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(RATE, 24)
  header.writeUInt32LE(RATE, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(SAMPLES, 40)
  return Buffer.concat([header, Buffer.alloc(SAMPLES, 128)]).toString('base64')
}
