//! The organisation as a drawing: a box for each agent, the levels from left to right.

use std::fmt::Write as _;

use wireclip_services::agents::OrgNode;

const BOX_WIDTH: usize = 200;
const BOX_HEIGHT: usize = 48;
const LEVEL_WIDTH: usize = 260;
const ROW_HEIGHT: usize = 68;
const MARGIN: usize = 20;

/// Draws the organisation.
pub(super) fn svg(roots: &[OrgNode]) -> String {
    let mut drawing = Drawing::default();
    for root in roots {
        drawing.draw(root, 0);
    }
    let width = 2 * MARGIN + BOX_WIDTH + drawing.deepest * LEVEL_WIDTH;
    let height = 2 * MARGIN + drawing.rows.max(1) * ROW_HEIGHT;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"14\">{}</svg>",
        drawing.body
    )
}

#[derive(Debug, Default)]
struct Drawing {
    body: String,
    rows: usize,
    deepest: usize,
}

impl Drawing {
    /// Draws an agent and those below it; returns the middle of its box from above.
    fn draw(&mut self, node: &OrgNode, level: usize) -> usize {
        self.deepest = self.deepest.max(level);
        let below: Vec<usize> = node.reports.iter().map(|report| self.draw(report, level + 1)).collect();
        let middle = match (below.first(), below.last()) {
            (Some(first), Some(last)) => first.midpoint(*last),
            _ => {
                self.rows += 1;
                MARGIN + (self.rows - 1) * ROW_HEIGHT + BOX_HEIGHT / 2
            }
        };
        let left = MARGIN + level * LEVEL_WIDTH;
        for end in below {
            self.line(left + BOX_WIDTH, middle, left + LEVEL_WIDTH, end);
        }
        self.agent(node, left, middle - BOX_HEIGHT / 2);
        middle
    }

    fn line(&mut self, x1: usize, y1: usize, x2: usize, y2: usize) {
        let line = format!("<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"#999\"/>");
        self.body.push_str(&line);
    }

    fn agent(&mut self, node: &OrgNode, left: usize, top: usize) {
        let (name, role, status) = (escaped(&node.agent.name), node.agent.role, node.agent.status());
        let (text, first, second) = (left + 12, top + 20, top + 38);
        // Writing into a text cannot fail.
        let _written = write!(
            self.body,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{BOX_WIDTH}\" height=\"{BOX_HEIGHT}\" rx=\"8\" \
             fill=\"#fff\" stroke=\"#666\"/><text x=\"{text}\" y=\"{first}\">{name}</text>\
             <text x=\"{text}\" y=\"{second}\" fill=\"#666\" font-size=\"12\">{role}, {status}</text>"
        );
    }
}

/// Takes the meaning from the characters that have one in a drawing; control characters may not be in
/// one at all.
fn escaped(text: &str) -> String {
    text.chars()
        .filter(|sign| !sign.is_control())
        .map(|sign| match sign {
            '<' => "&lt;".to_owned(),
            '>' => "&gt;".to_owned(),
            '&' => "&amp;".to_owned(),
            '"' => "&quot;".to_owned(),
            sign => sign.to_string(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_break_out_of_the_drawing() {
        assert_eq!(escaped("<script>\u{7}&\""), "&lt;script&gt;&amp;&quot;");
        assert!(svg(&[]).starts_with("<svg "));
    }
}
