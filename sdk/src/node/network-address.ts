/** Where an address leads: to this machine, into a network that is not the public one, or anywhere. */

import type { BlockList } from 'node:net'

type Family = 'ipv4' | 'ipv6'
type Subnet = readonly [network: string, prefix: number, family: Family]

const LOOPBACK: readonly Subnet[] = [
  ['127.0.0.0', 8, 'ipv4'],
  ['::1', 128, 'ipv6'],
]

// Private, link-local (with the metadata services of the clouds), shared, reserved, multicast, and every way to write
// one of those inside an address of version 6.
const INNER: readonly Subnet[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['64:ff9b::', 32, 'ipv6'],
  ['2001::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 9, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
]

/** Whether `address` is this machine, a network that is not the public one, or public. */
export function reachOf(address: string): 'loopback' | 'inner' | 'public' {
  const family = familyOf(address)
  if (listOf(LOOPBACK).check(address, family)) return 'loopback'
  return listOf(INNER).check(address, family) ? 'inner' : 'public'
}

const lists = new Map<readonly Subnet[], BlockList>()

function listOf(subnets: readonly Subnet[]): BlockList {
  const known = lists.get(subnets)
  if (known !== undefined) return known
  const net = process.getBuiltinModule('node:net')
  const list = new net.BlockList()
  for (const [network, prefix, family] of subnets) list.addSubnet(network, prefix, family)
  lists.set(subnets, list)
  return list
}

function familyOf(address: string): Family {
  return address.includes(':') ? 'ipv6' : 'ipv4'
}
