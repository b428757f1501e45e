import type { StopReason } from '@parley/acp/agent'
import type { Errand } from '../errand.js'
export interface Brain { readonly id: string; readonly name: string; readonly description: string }
export async function listBrains(): Promise<readonly Brain[]> { return [] }
export async function findBrain(_wish: { readonly model?: string | boolean | undefined }): Promise<Brain | undefined> { return undefined }
export async function answer(_errand: Errand, _brain: Brain): Promise<StopReason> { return 'end_turn' }
