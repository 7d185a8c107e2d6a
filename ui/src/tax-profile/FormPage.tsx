import './texts.ts'
import { useNavigate } from 'react-router-dom'
import { findUsQuestion, listUsQuestions, US_QUESTIONS, type TaxProfile } from '@hearth/contracts/tax-profile'
import { Loaded } from '../components/feedback/Loaded.tsx'
import { Icon } from '../components/display/icons.tsx'
import { Card } from '../components/layout/Card.tsx'
import { PageHeader } from '../components/layout/PageHeader.tsx'
import { useText } from '../i18n/text.ts'
import { to } from '../navigation/paths.ts'
import { useSearchChange } from '../navigation/useSearchChange.ts'
import { ChoiceQuestion } from './ChoiceQuestion.tsx'
import { PersonQuestion } from './PersonQuestion.tsx'
import { SignQuestion } from './SignQuestion.tsx'
import styles from './TaxProfile.module.css'
import { useTaxProfile } from './useTaxProfile.ts'

const Interview = ({ profile }: { profile: TaxProfile }) => {
  const t = useText()
  const navigate = useNavigate()
  const [search, change] = useSearchChange()
  const { answers } = profile
  const questions = listUsQuestions(answers)
  const reached = questions.indexOf(findUsQuestion(answers))
  const asked = US_QUESTIONS.find((question) => question === search.get('step'))
  const at = Math.min(asked === undefined ? reached : Math.max(0, questions.indexOf(asked)), reached)
  const question = questions[at] ?? 'entity'
  const move = {
    answers,
    // Without a step, the page shows the first question without an answer.
    onNext: () => change({ step: undefined }),
    onBack: at === 0 ? undefined : () => change({ step: questions[at - 1] }),
  }
  return (
    <div className={styles['interview']}>
      <Card className={styles['steps']}>
        <ol>
          {questions.map((one, index) => (
            <li key={one} aria-current={index === at ? 'step' : undefined} data-done={index < reached}>
              {index < reached ? <Icon name="check" size={16} /> : <span className={styles['dot']} />}
              {t(`taxProfile.questions.${one}`)}
            </li>
          ))}
        </ol>
      </Card>
      <Card>
        <div className={styles['question']}>
          <p className="small q num">
            {t('taxProfile.progress', { number: at + 1, count: questions.length })}
          </p>
          {question === 'sign' ? (
            <SignQuestion {...move} onSigned={() => navigate(to.taxCenter())} />
          ) : question === 'person' ? (
            <PersonQuestion {...move} />
          ) : (
            <ChoiceQuestion key={question} question={question} {...move} />
          )}
        </div>
      </Card>
    </div>
  )
}

/** `/tax-center/form`: the questions that find the US form, one at a time, and its signature. */
const FormPage = () => {
  const t = useText()
  const query = useTaxProfile()
  return (
    <>
      <PageHeader
        title={t('taxProfile.us.title')}
        crumbs={[{ label: t('taxProfile.title'), to: to.taxCenter() }, { label: t('taxProfile.us.title') }]}
      />
      <Loaded query={query} failed={t('taxProfile.failed')} height={420}>
        {(profile) => <Interview profile={profile} />}
      </Loaded>
    </>
  )
}
export default FormPage
