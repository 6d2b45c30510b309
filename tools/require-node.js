/** Stops a command with a one-line error if the Node version is too old. */
const needed = 24
const running = Number(process.versions.node.split('.')[0])
if (running < needed) {
  console.error(
    `Praxam needs Node ${needed}, but this is Node ${process.versions.node}. Start it with npm (npm start, npm test): on Linux, npm installs the right Node.`,
  )
  process.exitCode = 1
}
