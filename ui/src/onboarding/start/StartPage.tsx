import { useSearchParams } from 'react-router-dom'
import { useCan } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import { useText } from '../../i18n/text.ts'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { StartAddress, StartDraft } from './StartAddress.tsx'
import { StartKind, StartRight } from './StartQuestions.tsx'
import styles from './StartPage.module.css'
import { Requests } from '../Requests.tsx'
import '../../listing-sections/texts.ts'
import { useCase } from '../../data/queries/useCase.ts'
import { useUnsentDrafts } from '../../listing-sections/saving/useSection.ts'

const PAGES = ['address', 'kind', 'right'] as const
export type StartPart = (typeof PAGES)[number]

const parsePart = (text: string | null): StartPart => PAGES.find((part) => part === text) ?? 'address'

/** `/listings/start`: three pages. The first creates the draft, whose id is then in the address. */
const StartPage = () => {
  const t = useText()
  const [search] = useSearchParams()
  const mayWrite = useCan('listing.write')
  const listingId = search.get('listingId') ?? ''
  const part = listingId === '' ? 'address' : parsePart(search.get('page'))
  const at = PAGES.indexOf(part)
  const requests = useCase(listingId).data?.steps.find(({ step }) => step === 'start')?.requests ?? []
  useUnsentDrafts()
  return (
    <>
      <PageHeader
        title={t('onboarding.start.title')}
        crumbs={[
          { label: t('onboarding.title'), to: to.onboarding() },
          { label: t('onboarding.start.title') },
        ]}
      />
      <ol className={styles['pages']} aria-label={t('onboarding.start.pages')}>
        {PAGES.map((one, index) => (
          <li key={one} data-done={index < at} aria-current={one === part ? 'step' : undefined}>
            {t('onboarding.start.page', { number: index + 1, name: t(`onboarding.start.part.${one}`) })}
          </li>
        ))}
      </ol>
      {!mayWrite ? (
        <p className="q">{t('onboarding.page.readOnly')}</p>
      ) : (
        <div className={styles['form']}>
          <Requests comments={requests.map(({ comment }) => comment)} />
          {listingId === '' ? (
            <StartDraft />
          ) : part === 'address' ? (
            <StartAddress listingId={listingId} />
          ) : part === 'kind' ? (
            <StartKind listingId={listingId} />
          ) : (
            <StartRight listingId={listingId} />
          )}
        </div>
      )}
    </>
  )
}
export default StartPage
