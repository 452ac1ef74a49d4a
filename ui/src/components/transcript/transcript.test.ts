// Output becomes lines, once each and in order; colours of terminals become looks.
import { describe, expect, it } from "vitest";
import { PLAIN, piecesOf, plainOf } from "./ansi";
import { append, type Chunk, find, NO_LINES, readChunks } from "./lines";

const chunk = (seq: number, text: string, stream: Chunk["stream"] = "stdout"): Chunk => ({
  ts: "2026-01-01T00:00:00Z",
  seq,
  stream,
  chunk: text,
});
const texts = (lines: { all: readonly { text: string }[] }) => lines.all.map((line) => line.text);

describe("lines", () => {
  it("go on where a piece ended in the middle", () => {
    const lines = append(append(NO_LINES, [chunk(1, "one\ntw")]), [chunk(2, "o\nthree\n")]);
    expect(texts(lines)).toEqual(["one", "two", "three"]);
    expect(lines.all.map((line) => line.number)).toEqual([1, 2, 3]);
  });

  it("of two streams do not run into each other", () => {
    const lines = append(NO_LINES, [chunk(1, "out"), chunk(2, "bad\n", "stderr"), chunk(3, "put\n")]);
    expect(texts(lines)).toEqual(["output", "bad"]);
  });

  it("are there once, whoever tells them", () => {
    const lines = append(NO_LINES, [chunk(1, "one\n"), chunk(2, "two\n")]);
    expect(append(lines, [chunk(2, "two\n")])).toBe(lines);
  });

  it("keep empty lines, and forget the first ones when there are too many", () => {
    const lines = append(NO_LINES, [chunk(1, "a\n\nb\nc\n")], 2);
    expect(texts(lines)).toEqual(["b", "c"]);
    expect(lines.dropped).toBe(2);
    expect(append(lines, [chunk(2, "d\n")], 2).all.at(-1)?.number).toBe(5);
  });

  it("are found by words that colours cut", () => {
    const lines = append(NO_LINES, [chunk(1, "all \u001b[31mre\u001b[0md\nblue\n")]);
    expect(find(lines.all, "RED", plainOf)).toEqual([1]);
    expect(find(lines.all, " ", plainOf)).toEqual([]);
  });
});

it("a log is read up to its last whole piece", () => {
  const { chunks, rest } = readChunks(`${JSON.stringify(chunk(1, "a"))}\nno json\n{"seq":2,"chu`);
  expect(chunks).toHaveLength(1);
  expect(rest).toBe('{"seq":2,"chu');
});

describe("looks", () => {
  it("follow the codes and end with them", () => {
    const { pieces, look } = piecesOf("\u001b[1;32mok\u001b[0m then \u001b[31mbad");
    expect(pieces.map((piece) => piece.text)).toEqual(["ok", " then ", "bad"]);
    expect(pieces[0]?.look).toBe("text-good-ink font-semibold");
    expect(pieces[1]?.look).toBe("");
    expect(look).toEqual({ ...PLAIN, colour: "text-bad-ink" });
  });

  it("are none for what moves the cursor, and the last writing of a line counts", () => {
    expect(plainOf("10%\r50%\r100%\r")).toBe("100%");
    expect(plainOf("\u001b[2K\u001b[1Gdone\u0007")).toBe("done");
  });

  it("skip colours that have no role", () => {
    expect(piecesOf("\u001b[38;2;1;2;3;1mx").pieces).toEqual([{ text: "x", look: "font-semibold" }]);
  });
});
