/** The door for those who test a channel, a journal, an agent or a client of their own. Brings no test runner. */

export {
  type BytePair,
  byteChannelContract,
  type ChannelPair,
  type ContractCase,
  channelContract,
} from './channel-contract.js'
export { type JournalPlace, journalContract } from './journal-contract.js'
export { type Playback, type PlaybackOptions, playRecording } from './playback.js'
export { replayTranscript, type TranscriptSubject } from './transcript.js'
