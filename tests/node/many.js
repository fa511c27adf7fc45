// node many.js FILE…: the verdict on each file, [exit status, lines], as one JSON array.
// The verifier is a program, which runs when it is imported: so it is imported for each file.
const write = process.stdout.write.bind(process.stdout);
const verdicts = [];
const [node, script, ...files] = process.argv;
for (const [n, file] of files.entries()) {
  const lines = [];
  process.stdout.write = (line) => lines.push(line.trimEnd());
  process.argv = [node, script, file];
  await import(`./verify.mjs?${n}`);
  verdicts.push([process.exitCode, lines]);
}
process.exitCode = 0;
write(JSON.stringify(verdicts));
