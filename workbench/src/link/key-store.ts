/**
 * Keys that this page has made, in the browser's own database: of an origin, which no other port of the same host is, and for
 * signing alone. Not even the page can read one out. A browser that keeps none has them for as long as the tab is open.
 */

import type { KeyStore } from './surroundings.js'

const NAME = 'parley'
const STORE = 'keys'

const ofThisTab = new Map<string, CryptoKey>()

export const browserKeys: KeyStore = {
  find: async name => {
    const kept: unknown = await act('readonly', store => store.get(name)).catch(() => undefined)
    return kept instanceof CryptoKey ? kept : ofThisTab.get(name)
  },
  keep: async (name, key) => {
    ofThisTab.set(name, key)
    await act('readwrite', store => store.put(key, name)).catch(() => undefined)
  },
  clear: async () => {
    ofThisTab.clear()
    await act('readwrite', store => store.clear()).catch(() => undefined)
  },
}

async function act<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open()
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode)
      const request = work(transaction.objectStore(STORE))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error)
    })
  } finally {
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
