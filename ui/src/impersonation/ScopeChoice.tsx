import { IMPERSONATION_SCOPES, type ImpersonationScope } from '@hearth/contracts/kernel/access'
import { useText } from '../i18n/text.ts'
import { Checkbox } from '../components/form/Checkbox.tsx'
import styles from './Impersonate.module.css'

/** The parts of the console that the staff member requests. */
export const ScopeChoice = ({
  scopes,
  onChange,
}: {
  scopes: readonly ImpersonationScope[]
  onChange: (scopes: ImpersonationScope[]) => void
}) => {
  const t = useText()
  // "Everything" is a scope of its own, not a sixth one beside five others.
  const toggle = (scope: ImpersonationScope) =>
    onChange(
      scopes.includes(scope)
        ? scopes.filter((one) => one !== scope)
        : scope === 'all'
          ? ['all']
          : [...scopes.filter((one) => one !== 'all'), scope],
    )
  const lonely =
    !scopes.includes('all') &&
    !scopes.includes('bookings') &&
    (scopes.includes('money') || scopes.includes('inbox'))
  return (
    <>
      <fieldset className={`${styles['choice']} ${styles['scopes']}`}>
        <legend>{t('impersonation.form.scopes')}</legend>
        {IMPERSONATION_SCOPES.map((scope) => {
          const label = t(`impersonation.scope.${scope}`)
          return (
            <label key={scope}>
              <Checkbox label={label} checked={scopes.includes(scope)} onChange={() => toggle(scope)} />
              <span aria-hidden>{label}</span>
            </label>
          )
        })}
      </fieldset>
      {lonely && <p className="small q">{t('impersonation.form.needsBookings')}</p>}
    </>
  )
}
