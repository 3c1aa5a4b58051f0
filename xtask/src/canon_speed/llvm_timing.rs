//! The times of LLVM's passes, from the tables that `-time-passes` prints.
//!
//! A table has a heading such as
//!
//! ```text
//!    ---User Time---   --System Time--   --User+System--   ---Wall Time---  --- Name ---
//!    0.0354 ( 39.1%)   0.0246 ( 84.2%)   0.0600 ( 50.2%)   0.0601 ( 50.2%)  LoopSimplifyPass
//! ```
//!
//! in which columns that are zero everywhere are missing, so that the heading has to be read too.

/// The time that the tables of a text give for a pass or an analysis, on the processor if they say
/// so, else of wall time; all lines of that name together. `None` if there is no such line.
pub fn seconds(text: &str, name: &str) -> Option<f64> {
    let mut total = None;
    let mut column = None;
    for line in text.lines() {
        if line.contains("--- Name ---") {
            column = time_column(line);
        } else if let Some((times, of)) = times_and_name(line)
            && of == name
        {
            *total.get_or_insert(0.0) += times.get(column?)?;
        }
    }
    total
}

/// Which column of a table counts.
fn time_column(heading: &str) -> Option<usize> {
    let names: Vec<&str> = heading
        .split("--")
        .map(|part| part.trim_matches(['-', ' ']))
        .filter(|part| !part.is_empty())
        .collect();
    ["User+System", "Wall Time"]
        .iter()
        .find_map(|wanted| names.iter().position(|name| name == wanted))
}

/// The numbers before the percentages of a line, and the name after the last.
fn times_and_name(line: &str) -> Option<(Vec<f64>, &str)> {
    let mut times = Vec::new();
    let mut rest = line.trim();
    while let Some((number, after)) = rest.split_once('(')
        && let Ok(time) = number.trim().parse()
    {
        times.push(time);
        rest = after.split_once(')')?.1.trim_start();
    }
    (!times.is_empty()).then_some((times, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
===-------------------------------------------------------------------------===
                          Pass execution timing report
  Total Execution Time: 0.1196 seconds (0.1197 wall clock)

   ---User Time---   --System Time--   --User+System--   ---Wall Time---  --- Name ---
   0.0354 ( 39.1%)   0.0246 ( 84.2%)   0.0600 ( 50.2%)   0.0601 ( 50.2%)  LoopSimplifyPass
   0.0069 (  7.6%)   0.0040 ( 13.6%)   0.0109 (  9.1%)   0.0110 (  9.1%)  LCSSAPass
   0.0904 (100.0%)   0.0293 (100.0%)   0.1196 (100.0%)   0.1197 (100.0%)  Total

   ---User Time---   --User+System--   ---Wall Time---  ---Instr---  --- Name ---
   0.0133 ( 18.1%)   0.0220 ( 24.0%)   0.0219 ( 23.9%)  123 ( 1.0%)  LoopAnalysis
   0.0010 ( 18.1%)   0.0010 ( 24.0%)   0.0010 ( 23.9%)  123 ( 1.0%)  LoopAnalysis

   ---Wall Time---  --- Name ---
   0.0005 (100.0%)  InnerAnalysisManagerProxy<FunctionAnalysisManager, Module>
";

    #[test]
    fn columns_are_found_by_their_heading() {
        assert_eq!(seconds(TEXT, "LoopSimplifyPass"), Some(0.0600));
        assert_eq!(seconds(TEXT, "LCSSAPass"), Some(0.0109));
        assert_eq!(
            seconds(TEXT, "InnerAnalysisManagerProxy<FunctionAnalysisManager, Module>"),
            Some(0.0005)
        );
    }

    #[test]
    fn lines_of_one_name_are_added_up() {
        assert!((seconds(TEXT, "LoopAnalysis").unwrap() - 0.0230).abs() < 1e-9);
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        assert_eq!(seconds(TEXT, "DominatorTreeAnalysis"), None);
        assert_eq!(seconds("0.1 (1%) A\n", "A"), None);
    }
}
