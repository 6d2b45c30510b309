/** Stops a command early, with one sentence, when it does not run on a Node that can run the project. */
const needed = 24
const running = Number(process.versions.node.split('.')[0])
if (running < needed) {
  console.error(
    `Praxam needs Node ${needed} and runs on ${process.versions.node}. Start it through npm (npm start, npm test): npm brings Node along on Linux.`,
  )
  process.exitCode = 1
}
