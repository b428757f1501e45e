/** The door for those who test a channel of their own. Brings no test runner. */

export {
  type BytePair,
  byteChannelContract,
  type ChannelPair,
  type ContractCase,
  channelContract,
} from './channel-contract.js'
export { type JournalPlace, journalContract } from './journal-contract.js'
