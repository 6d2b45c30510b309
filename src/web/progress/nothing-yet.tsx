/** Shown to a member without attempts. */
import { Link } from 'react-router'
import { progress } from '#text/progress.ts'

export function NothingYet() {
  return (
    <>
      <h2 id="nothing">{progress.nothingTitle}</h2>
      <p className="soft">{progress.nothing}</p>
      <p>
        <Link className="button" data-kind="primary" to="/certifications">
          {progress.chooseExam}
        </Link>
      </p>
    </>
  )
}
