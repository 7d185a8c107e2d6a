import type { HostRole } from '@hearth/contracts/kernel/access'
import { useText } from '../../i18n/text.ts'
import { ListingPicks } from '../../listing-picks/ListingPicks.tsx'
import styles from '../Account.module.css'

export type RoleGrant = Readonly<{ role: HostRole; listingIds: string[] | null }>

/** Says what is missing before this role can be granted. */
export const useGrantProblem = ({ listingIds }: RoleGrant) => {
  const t = useText()
  return listingIds?.length === 0 ? t('account.scope.pick') : undefined
}

type Props = {
  grant: RoleGrant
  roles: readonly HostRole[]
  /** Listings that can be shared; null: all. */ within?: readonly string[] | null
  onChange: (grant: RoleGrant) => void
}

/** What a member may do, and with which listings. */
export const RoleFields = ({ grant: { role, listingIds }, roles, within = null, onChange }: Props) => {
  const t = useText()
  return (
    <div className={styles['place']}>
      <fieldset className={styles['choice']}>
        <legend>{t('account.team.role')}</legend>
        {roles.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="role"
              checked={each === role}
              onChange={() => onChange({ role: each, listingIds: each === 'owner' ? null : listingIds })}
            />
            <span>
              {t(`account.levels.${each}.name`)}
              <small>{t(`account.levels.${each}.text`)}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <fieldset className={styles['choice']}>
        <legend>{t('account.scope.title')}</legend>
        {role === 'owner' ? (
          <p className="small q">{t('account.scope.ownerAll')}</p>
        ) : (
          <>
            {within === null && (
              <label>
                <input
                  type="radio"
                  name="scope"
                  checked={listingIds === null}
                  onChange={() => onChange({ role, listingIds: null })}
                />
                {t('account.scope.all')}
              </label>
            )}
            <label>
              <input
                type="radio"
                name="scope"
                checked={listingIds !== null}
                onChange={() => onChange({ role, listingIds: listingIds ?? [] })}
              />
              {t('account.scope.some')}
            </label>
            {listingIds !== null && (
              <ListingPicks
                chosen={listingIds}
                within={within}
                failed={t('account.scope.failed')}
                onChange={(chosen) => onChange({ role, listingIds: chosen })}
              />
            )}
          </>
        )}
      </fieldset>
    </div>
  )
}
