// Documents that broke other splitters, and signs to make more of them from.

const PROSE = 'The gauge stands in the river. Dr. Ode reads it at 8 a.m. every day! Is 3.14 m high? Nobody knows.'
/** From blank ones to over-long paragraphs, in several scripts, line ends and kinds of markup. */
export const TEXTS: readonly string[] = [
  '',
  ' \n\t\n\r\n',
  'x',
  PROSE,
  `${PROSE}\n\n${PROSE}\n\nShort.\n\n${PROSE} ${PROSE} ${PROSE} ${PROSE} ${PROSE}\n\nEnd.`,
  'Check valve.\n\nCheck valve.\n\nTurn.\n\nCheck valve.\n',
  'Up a\r\nUp b\r\n\r\nMid\r\rEnd\r\n \t\r\nlast',
  '早上起雾了。看得见河吗？看不见！他喊：「快回来。」后来雾散了．\n\n第一章 总则\n\n第一条 为了保护河流，制定本办法。\n第二条 适用于全部测站。\n',
  '水位が上がった。橋は閉じた。\n\n問：いつ開くか？\n\n答：朝に開く。',
  'a👋🏻b👩‍👩‍👧c é 𝛃z 🇩🇪🇫🇷 e\u0301\u0301 한글 \u1112\u1161\u11ab क्षि',
  'half \ud83d and \ude00 pairs \ud83d\n\n\ude00',
  `# Pump\n\nBefore.\n\n~~~sh\n# not a heading\n${'start the pump now\n'.repeat(12)}~~~\n\n## Stop\n\n### Now\n\n| Zone | Day |\n|---|---|\n${'| North | a long cell |\n'.repeat(9)}\n\n- one\n- two\n\n> said\n\n---\n\nEnd.`,
  'Chapter I\n\nThe river rose.\n\nChapter II. The thaw\n\nIt fell. Was it ice?\n\nQ: Why?\n\nArticle 12 (Scope)\n12.1 One\n12.2 Two\n§ 3 Three',
  'wordwithoutanyspace'.repeat(40),
  `${'\n'.repeat(1000)}late${'\n'.repeat(50)}`,
  `${' '.repeat(90)}indented far\n\nnext`,
  `one${' '.repeat(90)}two\n${'\t'.repeat(30)}\n\nnext`,
  `# A\r\n\r\n~~~\r\n${'start the pump now\r\n'.repeat(5)}~~~\r\n\r\n| Zone | Day |\r\n|---|---|\r\n${'| North | a long cell |\r\n'.repeat(4)}`,
  `# A\r\r~~~\r${'start the pump now\r'.repeat(5)}~~~\r\r| Zone | Day |\r|---|---|\r${'| North | a long cell |\r'.repeat(4)}`,
  `测站的水位每天早上八点由值班员读取并写入日志，再由主任复核`.repeat(6),
  `${'👩‍👩‍👧'.repeat(9)}${'🇩🇪'.repeat(7)}🇫 ${'👋🏻'.repeat(9)}${'o\u0308\u0323'.repeat(20)}`,
  '# Empty\n\n## Also\n\n# Full\n\nBody.\n\n# Last',
]

/** Pieces of which random documents are made. */
export const SIGNS: readonly string[] = [
  ...['a', 'B', ' ', '. ', '\n', '\n\n', '\r\n', '\r', '。', '山', '# ', '- ', '```\n', '|', '| a | b |\n|---|---|\n'],
  ...['👋🏻', '🇩🇪', '\u200d', '1.2 ', '?', '第一条 ', 'e\u0301', '\ud83d', '\ude00', '\t', '    ', 'a long word '],
]
