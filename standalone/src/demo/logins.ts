import type { HostRole, StaffRole } from '@hearth/contracts/kernel/access'

/** The password of every demo login; used only by an installation that was started with demo data. */
export const DEMO_PASSWORD = 'hearth-demo-2026'

export type DemoLogin = Readonly<
  { email: string; name: string } & (
    | { account: string; role: HostRole }
    | { account?: never; role: StaffRole; totpSecret: string }
  )
>

/**
 * The people who can sign in to the demo; `account` is the name of a demo account, `totpSecret` the secret of
 * a staff member's authenticator (base32); `/dev/code` shows its present code.
 */
export const DEMO_LOGINS: readonly DemoLogin[] = [
  { email: 'ana@vale.example', name: 'Ana Vale', account: 'Vale Stays', role: 'owner' },
  { email: 'bruno@vale.example', name: 'Bruno Vale', account: 'Vale Stays', role: 'owner' },
  { email: 'carla@vale.example', name: 'Carla Reyes', account: 'Vale Stays', role: 'cohost_full' },
  { email: 'tom@vale.example', name: 'Tom Lindqvist', account: 'Vale Stays', role: 'cohost_messaging' },
  { email: 'uma@vale.example', name: 'Uma Patel', account: 'Vale Stays', role: 'cohost_calendar' },
  { email: 'ines@lisboa.example', name: 'Inês Duarte', account: 'Lisboa Casas', role: 'owner' },
  { email: 'mika@newhost.example', name: 'Mika Mori', account: 'Mika Mori', role: 'owner' },
  { email: 'dan@debt.example', name: 'Dan Okafor', account: 'Dan Okafor', role: 'owner' },
  {
    email: 'admin1@hearth.example',
    name: 'Alex Admin',
    role: 'admin',
    totpSecret: 'HEARTHDEMOADMINALEXAAAAAAAAAAAAA',
  },
  {
    email: 'admin2@hearth.example',
    name: 'Robin Admin',
    role: 'admin',
    totpSecret: 'HEARTHDEMOADMINROBINAAAAAAAAAAAA',
  },
  {
    email: 'finance1@hearth.example',
    name: 'Fiona Finance',
    role: 'finance',
    totpSecret: 'HEARTHDEMOFINANCEFIONAAAAAAAAAAA',
  },
  {
    email: 'finance2@hearth.example',
    name: 'Frank Finance',
    role: 'finance',
    totpSecret: 'HEARTHDEMOFINANCEFRANKAAAAAAAAAA',
  },
  {
    email: 'support@hearth.example',
    name: 'Sam Support',
    role: 'support',
    totpSecret: 'HEARTHDEMOSUPPORTSAMAAAAAAAAAAAA',
  },
  {
    email: 'auditor@hearth.example',
    name: 'Audrey Auditor',
    role: 'auditor',
    totpSecret: 'HEARTHDEMOAUDITORAUDREYAAAAAAAAA',
  },
]
