import type pg from 'pg'

/** A person who can act for an account. */
export type AccountMember = Readonly<{ userId: string; isStaff: boolean }>

export const listMembers = async (
  pool: pg.Pool,
  hostAccountId: string,
): Promise<readonly AccountMember[]> => {
  const { rows } = await pool.query<AccountMember>(
    `select m.user_id as "userId", u.staff_role is not null as "isStaff"
     from app.membership m join app.app_user u on u.id = m.user_id where m.host_account_id = $1`,
    [hostAccountId],
  )
  return rows
}
