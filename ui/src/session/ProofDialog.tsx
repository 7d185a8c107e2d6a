import { lazy, Suspense, useEffect } from 'react'
import { attachProofDialog, proofAsked } from '../data/http/proof.ts'

const ProofQuestion = lazy(() => import('./ProofQuestion.tsx'))

/** Asks the person to confirm their identity when a request requires it; mounted once, in the layout. */
export const ProofDialog = () => {
  const asked = proofAsked.use()
  useEffect(attachProofDialog, [])
  return (
    asked && (
      <Suspense fallback={null}>
        <ProofQuestion asked={asked} />
      </Suspense>
    )
  )
}
